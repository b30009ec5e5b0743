/** Kept apart from `FORM_REFUSALS`, because other pages would carry them. */
export const ADMIN_REFUSALS = {
  NOT_AN_ADDRESS: 'Введите корректный IP адрес',
  BAD_INDEX_NAME:
    'Имя индекса: строчные латинские буквы, цифры, «_» и «-», начинается с буквы или цифры, до 63 символов',
  BAD_FILE_NAME: 'Имя файла не подходит. Переименуйте файл и выберите его снова.',
  FILE_EMPTY: 'Файл пуст',
  FILE_TOO_LARGE: 'Файл больше 2 ГБ. Сожмите его (.zip или .gz) или разделите на части.'
} as const

// No page needs these: they come with the answer.

export const INDICES_BUSY = 'Список источников сейчас меняет кто-то ещё. Повторите через несколько секунд.'

/** Header sent by programs. */
export const BAD_DIGEST =
  'Заголовок Content-Digest не читается: нужна сумма части в виде «sha-256=:…:» или «sha-512=:…:». Исправьте или уберите его.'
