import { quoted } from './quoted.ts'

/** Why nothing is exported, printed or put into a report: nobody said what of a search may still be shown. */
export const SOURCES_SILENT = 'Источники не ответили'

/** Why an answer that changed while it was checked is not printed. */
export const PRINT_AGAIN = 'Ответ изменился. Напечатайте ещё раз'

/** Said when the person named in the address of an answer is not in it. */
export const PERSON_ABSENT = 'Человека из ссылки в этом поиске нет или больше нельзя показать.'

/** «Записей этого поиска, которые больше нельзя показать: 3. Больше нет в поиске: «Картотека».» */
export function withdrawnText({ records, sources }: { records: number; sources: readonly string[] }): string {
  const gone = sources.length > 0 ? ` Больше нет в поиске: ${sources.map(quoted).join(', ')}.` : ''
  return `Записей этого поиска, которые больше нельзя показать: ${records}.${gone}`
}
