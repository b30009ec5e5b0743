/** What a page says where no answer came. */
export const NO_CONNECTION = 'Связи с сервером нет'
