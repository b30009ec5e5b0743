/** Above everything on a sheet: when it was known last that this may be shown. */
export const dataOfText = (moscow: string): string => `Данные на ${moscow} (Москва)`

/** Why an answer that changed while it was checked is not printed. */
export const PRINT_AGAIN = 'Ответ изменился. Напечатайте ещё раз'

/** Why an answer is not printed that nobody is left of. */
export const NOBODY_TO_PRINT = 'Печатать нечего: людей этого ответа больше нельзя показать'
