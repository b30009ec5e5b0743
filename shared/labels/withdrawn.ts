import { quoted } from './quoted.ts'

/** «Записей этого поиска, которые больше нельзя показать: 3. Больше нет в поиске: «Картотека».» */
export function withdrawnText({ records, sources }: { records: number; sources: readonly string[] }): string {
  const gone = sources.length > 0 ? ` Больше нет в поиске: ${sources.map(quoted).join(', ')}.` : ''
  return `Записей этого поиска, которые больше нельзя показать: ${records}.${gone}`
}
