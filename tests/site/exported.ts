import type { DetailedAnswer, Withdrawn } from '#shared/contracts/search.ts'
import type { Verdict } from '#shared/contracts/verdict.ts'
import { peopleSheet, recordsSheet } from '#site/features/search/records/export-sheets.ts'
import { type ExportedAnswer, exportedAnswer } from '#site/features/search/records/export-view.ts'
import { readResults } from '#site/features/search/records/results-view.ts'
import { applyView, WHOLE } from '#site/features/search/view.ts'
import { csvOf } from '#site/lib/export/csv.ts'
import { ANSWER } from './search-answer.ts'

/** Answers as a page saves them, and its CSV read back. */

export const SEARCHED_AT = '2026-11-21T22:05:00.000Z'
export const NASTY: DetailedAnswer = {
  ...ANSWER,
  results_by_source: {
    reg07: [
      {
        record_id: 'reg07:1',
        Фамилия: 'Примеров',
        Телефон: '+7 973 204-17-40',
        Примечание: 'он; "сосед"\nвторой'
      },
      { record_id: 'reg07:2', Фамилия: '=1+1', Адрес: '@SUM(A1)', Телефон: '-5', Примечание: '\t=cmd' }
    ],
    loss02: ANSWER.results_by_source.loss02 ?? []
  }
}
export const verdict = (more: Partial<Verdict>): Verdict => ({
  id: 1,
  a: 'p1',
  b: null,
  verdict: 'same',
  note: null,
  at: '2026-11-22T09:52:00.000Z',
  ...more
})
export const VERDICTS = [
  verdict({ note: 'по ИНН' }),
  verdict({ id: 2, b: 'p2', verdict: 'other', note: '=HYPERLINK("x")' })
]
export const exportOf = (
  base: DetailedAnswer,
  view = WHOLE,
  withdrawn: Withdrawn | null = null,
  readAt?: number
) => {
  const answer = { ...base, searched_at: SEARCHED_AT }
  return exportedAnswer({ answer, readAt, withdrawn }, applyView(readResults(answer), view).sources, VERDICTS)
}

/** Rows of a CSV by the names of their columns. */
export function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n"]*))(;|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
  }
  const [head = [], ...body] = rows.filter(row => row.length > 0)
  return body.map(row => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])))
}

export const recordRows = (answer: ExportedAnswer) => readCsv(csvOf(recordsSheet(answer)))
export const peopleRows = (answer: ExportedAnswer) => readCsv(csvOf(peopleSheet(answer)))
