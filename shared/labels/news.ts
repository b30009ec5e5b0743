/** The colour of each category of news; any other is grey. */
export const NEWS_TONES = {
  Обновления: 'petrol',
  'База данных': 'blue',
  Информация: 'plum',
  Безопасность: 'red',
  Обслуживание: 'ochre',
  Статистика: 'moss'
} as const

export type NewsTone = (typeof NEWS_TONES)[keyof typeof NEWS_TONES]

export const NEWS_EMPTY = 'Новостей пока нет'
