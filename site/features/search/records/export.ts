import { hasDetails } from '#shared/identity/people/headline.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { NO_DETAILS } from '#site/features/search/details/load-details.ts'
import { renewAnswer } from '#site/features/search/past-search.ts'
import { $verdicts } from '#site/features/search/people/verdict-store.ts'
import { $answered } from '#site/features/search/search-store.ts'
import { applyView } from '#site/features/search/view.ts'
import { $filtered, $picked, $view } from '#site/features/search/view-store.ts'
import { reportHref } from '#site/lib/search-links.ts'
import { csvOf } from './export-csv.ts'
import { exportedAnswer } from './export-view.ts'
import { readResults } from './results-view.ts'

const TYPES = { csv: 'text/csv', json: 'application/json' } as const
export type ExportFormat = keyof typeof TYPES

/** On paper goes the report: on the marked people, else on those who are shown. */
function printAnswer(): void {
  const picked = $picked.get()
  const filtered = $filtered.get()
  const answered = $answered.get()
  if (!filtered || !answered) return
  const people = filtered.isNarrowed && picked.length === 0 ? filtered.people.map(({ id }) => id) : picked
  location.assign(reportHref(answered.answer.search_id, people))
}

/**
 * Hands the answer of the page to the browser as a file, as it may be shown now, with the user's verdicts; or leads to its
 * report. @throws AskError where it cannot be told what may be shown.
 */
export async function exportAnswer(format: ExportFormat | 'print'): Promise<void> {
  if (format === 'print') return printAnswer()
  const answered = await renewAnswer(true, 'full')
  if (!answered) return
  const { answer } = answered
  if (!hasDetails(answer)) throw new Error(NO_DETAILS)
  const { sources } = applyView(readResults(answer), $view.get())
  const exported = exportedAnswer({ ...answered, answer }, sources, $verdicts.get().list)
  const text = format === 'csv' ? csvOf(exported) : JSON.stringify(exported, null, 2)
  const address = URL.createObjectURL(new Blob([text], { type: `${TYPES[format]};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName(answer.searched_at, format)
  link.click()
  URL.revokeObjectURL(address)
}

/** «poisk-2026-11-21-15-30.csv», in Moscow time. It holds no query: it ends up in a list of downloads. */
export function fileName(searchedAt: string, format: ExportFormat): string {
  const [, day, month, year, clock] =
    /^(\d+)\.(\d+)\.(\d+) (.+)$/.exec(moscowTime(new Date(searchedAt))) ?? []
  return `poisk-${year}-${month}-${day}-${clock?.replace(':', '-')}.${format}`
}
