/** Kept apart, so that a page does not carry all labels. */
export const PHONE_LABEL = 'Телефон'
export const ADDRESS_LABEL = 'Адрес'
export const FORMER_SURNAME_LABEL = 'Прежняя фамилия'
export const ADDRESS_LINK_LABEL = 'Связь по адресу'
