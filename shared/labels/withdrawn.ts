import { quoted } from './quoted.ts'

/** «Записей этого поиска, которые больше нельзя показать: 3. Больше не показывается источник «Картотека».» */
export function withdrawnText({ records, sources }: { records: number; sources: readonly string[] }): string {
  const which = sources.length === 1 ? 'Больше не показывается источник' : 'Больше не показываются источники'
  const gone = sources.length > 0 ? ` ${which} ${sources.map(quoted).join(', ')}.` : ''
  return `Записей этого поиска, которые больше нельзя показать: ${records}.${gone}`
}
