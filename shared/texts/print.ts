/** Time of the last check. */
export const dataOfText = (moscow: string): string => `Данные на ${moscow} (Москва)`

/** The answer changed during the check. */
export const PRINT_AGAIN = 'Ответ изменился. Напечатайте ещё раз'

export const NOBODY_TO_PRINT = 'Печатать нечего: людей этого ответа больше нельзя показать'
