import { quoted } from './quoted.ts'

/** «Записей этого поиска, которые больше нельзя показать: 3. Больше нет в поиске: «Картотека».» */
export function withdrawnText({ records, sources }: { records: number; sources: readonly string[] }): string {
  const gone = sources.length > 0 ? ` Больше нет в поиске: ${sources.map(quoted).join(', ')}.` : ''
  return `Записей этого поиска, которые больше нельзя показать: ${records}.${gone}`
}

/** Where it is not known whether there are such records. */
export const WITHDRAWN_UNKNOWN =
  'Не все источники ответили, поэтому неизвестно, что из этого ответа ещё можно показать. Повторите позже.'
