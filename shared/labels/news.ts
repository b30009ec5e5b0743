/** Other categories are grey. */
export const NEWS_TONES = {
  Обновления: 'petrol',
  'База данных': 'blue',
  Информация: 'plum',
  Безопасность: 'red',
  Обслуживание: 'ochre',
  Статистика: 'moss'
} as const

export const newsTone = (category: string) =>
  Object.hasOwn(NEWS_TONES, category) ? NEWS_TONES[category as keyof typeof NEWS_TONES] : undefined

export const NEWS_EMPTY = 'Новостей пока нет'
