import type { Withdrawn } from '#shared/contracts/search.ts'
import { quoted } from './quoted.ts'

/** The check of what may still be shown failed. */
export const SOURCES_SILENT = 'Источники не ответили'

export const PERSON_ABSENT = 'Человека из ссылки в этом поиске нет или больше нельзя показать.'

/** «Записей этого поиска, которые больше нельзя показать: 3. Больше нет в поиске: «Картотека».» */
export function withdrawnText({ records, sources, narrowed = [] }: Withdrawn): string {
  return [
    records > 0 && `Записей этого поиска, которые больше нельзя показать: ${records}.`,
    sources.length > 0 && `Больше нет в поиске: ${sources.map(quoted).join(', ')}.`,
    narrowed.length > 0 &&
      `Показывают меньше полей, чем раньше: ${narrowed.map(({ title }) => quoted(title)).join(', ')}.`
  ]
    .filter(Boolean)
    .join(' ')
}
