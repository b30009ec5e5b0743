const DAYS = new Intl.NumberFormat('ru-RU', { style: 'unit', unit: 'day', unitDisplay: 'long' })

/** «90 дней». */
export const daysText = (count: number): string => DAYS.format(count)
