/** Replaces a part of a page that failed. Kept apart from texts that pages without React use. */
export const PAGE_BROKEN = 'Эта часть страницы не показана из-за ошибки. Обновите страницу.'
