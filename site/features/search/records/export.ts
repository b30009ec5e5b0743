import { moscowTime } from '#shared/moscow-time.ts'
import { $verdicts, loadVerdicts } from '#site/features/search/people/verdict-store.ts'
import type { Answered } from '#site/features/search/search-store.ts'
import type { FilteredAnswer } from '#site/features/search/view.ts'
import { $picked } from '#site/features/search/view-store.ts'
import { reportHref } from '#site/lib/search-links.ts'
import { csvOf } from './export-csv.ts'
import { exportedAnswer } from './export-view.ts'

const TYPES = { csv: 'text/csv', json: 'application/json' } as const
export type ExportFormat = keyof typeof TYPES

/** On paper goes the report: on the marked people, else on those who are shown. */
function printAnswer(searchId: string, filtered: FilteredAnswer): void {
  const picked = $picked.get()
  const people = filtered.isNarrowed && picked.length === 0 ? filtered.people.map(({ id }) => id) : picked
  location.assign(reportHref(searchId, people))
}

/**
 * Hands an answer to the browser as a file, with the user's verdicts as far as they can be had, or leads to its report.
 *
 * @param filtered What passes the filter of the page.
 */
export async function exportAnswer(
  format: ExportFormat | 'print',
  { answer, at }: Pick<Answered, 'answer' | 'at'>,
  filtered: FilteredAnswer | null
): Promise<void> {
  if (!filtered) return
  if (format === 'print') return printAnswer(answer.search_id, filtered)
  await loadVerdicts(answer.search_id)
  const exported = exportedAnswer(answer, at, filtered.sources, $verdicts.get())
  const text = format === 'csv' ? csvOf(exported) : JSON.stringify(exported, null, 2)
  const address = URL.createObjectURL(new Blob([text], { type: `${TYPES[format]};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName(at, format)
  link.click()
  URL.revokeObjectURL(address)
}

/** «poisk-2026-11-21-15-30.csv», in Moscow time. It holds no query: it ends up in a list of downloads. */
export function fileName(at: number, format: ExportFormat): string {
  const [, day, month, year, clock] = /^(\d+)\.(\d+)\.(\d+) (.+)$/.exec(moscowTime(new Date(at))) ?? []
  return `poisk-${year}-${month}-${day}-${clock?.replace(':', '-')}.${format}`
}
