/** Exact texts of the administration that are no refusals of the API. */

export const USER_TEXTS = {
  updated: 'Пользователь успешно обновлен',
  deleted: 'Пользователь успешно удален',
  blocked: 'Пользователь заблокирован',
  unblocked: 'Пользователь разблокирован',
  passwordChanged: 'Пароль успешно изменен',
  factorsReset: 'Второй шаг входа сброшен'
} as const

/** `failed` and `cut` stand for a missing answer. */
export const INDEX_FAILURES = {
  cut: 'Ошибка сети',
  failed: 'Ошибка сети при загрузке индексов',
  add: 'Ошибка добавления индекса',
  disable: 'Ошибка отключения индекса',
  enable: 'Ошибка включения индекса',
  delete: 'Ошибка удаления индекса'
} as const

export const INDEX_TEXTS = {
  added: 'Индекс добавлен',
  disabled: 'Индекс отключен',
  enabled: 'Индекс включен',
  deleted: 'Индекс удален'
} as const
