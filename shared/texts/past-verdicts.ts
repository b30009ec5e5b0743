/** Verdicts of an earlier search, without its answer. */
export const PAST_VERDICT_TEXTS = {
  nameless: 'Имена не сохраняются: кого источники больше не называют, покажет только новый поиск.',
  none: 'Выводов больше нет: они отменены, или тех, о ком они, больше нельзя показать.',
  incomplete: 'Источники не ответили: показаны не все выводы.'
} as const

export const DELETED_VERDICTS = {
  one: (query: string) => ({
    title: 'Удалить поиск из истории?',
    text: `Вместе с поиском «${query}» удалятся ваши выводы о людях.`,
    action: 'Удалить поиск'
  }),
  keep: 'Оставить выводы: они видны при следующем поиске этих людей'
} as const
