/** What a page says where no answer came. */
export const NO_CONNECTION = 'Связи с сервером нет'

/** The server answers, and a part of the page could not be had: it belongs to an older build, or the connection broke just then. */
export const PART_MISSING = 'Часть страницы не загрузилась. Обновите страницу'

/** An answer that cannot be read, where the page has no words of its own for what failed. */
export const BAD_ANSWER = 'Сервер ответил не так, как ожидалось'
