import type { RowReading } from '#api/features/search/answer/read-rows.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { LINE_MAX_CHARS, LIST_LABEL_MAX_CHARS, LIST_TITLE_MAX_CODE_POINTS } from '#shared/constants.ts'
import { hasAtMost } from '#shared/identity/text/code-points.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'
import type { SkipReason } from '#shared/labels/lists.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import type { NewRow } from './draft-store.ts'

export interface GivenRow {
  line: string
  label: string | null
  /** Why it cannot be searched, where its file is to blame. */
  broken?: SkipReason
}

/** Lines that one text of many lines has; the last may be empty. */
export function linesOf(lines: readonly string[] | string): string[] {
  const all = typeof lines === 'string' ? lines.split(/\r\n|[\n\r\u2028\u2029]/) : [...lines]
  while (all.at(-1)?.trim() === '') all.pop()
  return all
}

/** The rows of a draft: the first of those of one form is searched, the others show its answer. */
export function rowsOfDraft(rows: readonly GivenRow[], readings: readonly RowReading[]): NewRow[] {
  const firstOfForm = new Map<string, number>()
  return rows.map(({ line, label, broken }, at) => {
    const n = at + 1
    const reading = readings[at]
    const row = {
      n,
      // A line is kept in one row; longer ones are searched by nobody.
      line: keptText(line, LINE_MAX_CHARS),
      label: label === null ? null : keptText(label, LIST_LABEL_MAX_CHARS) || null,
      reason: null,
      repeatOf: null,
      choices: null
    }
    if (broken) return { ...row, state: 'skipped' as const, reason: broken }
    if (!reading || 'refused' in reading)
      return { ...row, state: 'skipped' as const, reason: reading?.refused ?? 'NOTHING_TO_SEARCH' }
    const first = firstOfForm.getOrInsert(reading.form, n)
    if (first !== n) return { ...row, state: 'repeat' as const, repeatOf: first }
    return { ...row, state: 'waiting' as const, choices: reading.choices.length > 0 ? reading.choices : null }
  })
}

const keptText = (text: string, most: number) => sanitizeText(text.slice(0, most)).slice(0, most)

/** @throws Refusal `LIST_TITLE_TOO_LONG`. */
export function titleOf(text: string | null | undefined, now = new Date()): string {
  const title = sanitizeText(text ?? '')
  if (!hasAtMost(title, LIST_TITLE_MAX_CODE_POINTS)) throw new Refusal('LIST_TITLE_TOO_LONG')
  return title === '' ? `Список ${moscowTime(now)}` : title
}
