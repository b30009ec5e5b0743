const COUNT = new Intl.NumberFormat('ru-RU')

/** «1 284» with a non-breaking space. */
export const formatCount = (count: number): string => COUNT.format(count)
