export const NO_CONNECTION = 'Связи с сервером нет'

export const PART_MISSING = 'Часть страницы не загрузилась. Обновите страницу'

/** Used when the page has no text of its own. */
export const BAD_ANSWER = 'Сервер ответил не так, как ожидалось'
