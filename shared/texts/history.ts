/** Words of the history, fixed to the letter, none of which is a refusal of the API. */

export const HISTORY_TEXTS = {
  notSignedIn: 'Необходимо войти в систему для просмотра истории',
  failed: 'Ошибка загрузки истории',
  found: 'Завершен',
  notFound: 'Не найдено'
} as const
