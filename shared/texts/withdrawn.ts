import type { Withdrawn } from '#shared/contracts/search.ts'
import { quoted } from './quoted.ts'

/** The check of what may still be shown failed. */
export const SOURCES_SILENT = 'Источники не ответили'

export const PERSON_ABSENT = 'Человека из ссылки в этом поиске нет или больше нельзя показать.'

/** «Часть записей этого поиска больше не показывается. Больше нет в поиске: «Картотека».» */
export function withdrawnText({ state, sources, narrowed = [] }: Withdrawn): string {
  return [
    state !== '' && 'Часть записей этого поиска больше не показывается.',
    sources.length > 0 && `Больше нет в поиске: ${sources.map(quoted).join(', ')}.`,
    narrowed.length > 0 &&
      `Показывают меньше полей, чем раньше: ${narrowed.map(({ title }) => quoted(title)).join(', ')}.`
  ]
    .filter(Boolean)
    .join(' ')
}
