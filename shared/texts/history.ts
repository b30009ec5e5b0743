export const HISTORY_TEXTS = {
  notSignedIn: 'Необходимо войти в систему для просмотра истории',
  failed: 'Ошибка загрузки истории',
  found: 'Завершен',
  notFound: 'Не найдено'
} as const
