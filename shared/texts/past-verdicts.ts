/** Beside the verdicts of an earlier search, whose answer is not on the page. */
export const PAST_VERDICT_TEXTS = {
  nameless: 'Имена не сохраняются: о ком вывод, покажет только новый поиск.',
  none: 'Выводов больше нет: они отменены, или тех, о ком они, больше нельзя показать.',
  incomplete: 'Источники не ответили: показаны не все выводы.'
} as const
