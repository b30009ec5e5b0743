/** Words of the route guard and of the root that the specification fixes to the letter and that are no refusal of the API. */

export const GUARD_TEXTS = {
  loading: 'Загрузка...',
  checking: 'Проверка авторизации...',
  denied: 'Доступ запрещен',
  noRights: 'У вас недостаточно прав для доступа к этой странице.'
} as const
