/** Words of the administrator's pages, fixed to the letter, none of which is a refusal of the API. */

export const USER_TEXTS = {
  updated: 'Пользователь успешно обновлен',
  deleted: 'Пользователь успешно удален',
  passwordChanged: 'Пароль успешно изменен'
} as const

export const INDEX_TEXTS = {
  added: 'Индекс добавлен',
  disabled: 'Индекс отключен',
  enabled: 'Индекс включен',
  deleted: 'Индекс удален'
} as const
