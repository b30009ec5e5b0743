/** Exact texts of the route guard that are no refusals of the API. */

export const GUARD_TEXTS = {
  loading: 'Загрузка...',
  checking: 'Проверка авторизации...',
  denied: 'Доступ запрещен',
  noRights: 'У вас недостаточно прав для доступа к этой странице.',
  adminsOnly: 'Эта страница доступна только администраторам'
} as const
