/** Exact texts of API tokens that are no refusals of the API. */

export const TOKEN_TEXTS = {
  badFormat: 'Ошибка загрузки токенов: неверный формат ответа',
  loadFailed: 'Ошибка сети при загрузке токенов',
  createFailed: 'Ошибка создания токена',
  rotateFailed: 'Не удалось сменить токен',
  endFailed: 'Не удалось закончить прежний токен',
  deleteFailed: 'Ошибка удаления токена',
  deleted: 'Токен успешно удален',
  httpError: 'Ошибка HTTP:'
} as const
