/** Like `FORM_REFUSALS`, of the administrator's forms: apart, as every other page would carry them. */
export const ADMIN_REFUSALS = {
  NOT_AN_ADDRESS: 'Введите корректный IP адрес',
  BAD_INDEX_NAME:
    'Имя индекса: строчные латинские буквы, цифры, «_» и «-», начинается с буквы или цифры, до 63 символов'
} as const
