/** Apart from what calls say, which pages without React say too. In place of a part of a page that an error of the page itself has ended. */
export const PAGE_BROKEN = 'Эта часть страницы не показана из-за ошибки. Обновите страницу.'
