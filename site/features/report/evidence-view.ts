import type { Person } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { Evidence, SummaryRow } from '#shared/contracts/summary.ts'
import { isPhoneForSummary } from '#shared/identity/identifiers/phone.ts'
import { PHONE_LABEL } from '#shared/labels/usual-fields.ts'
import { joinedIf } from '#shared/texts/joined-if.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { REPORT_TEXTS } from '#shared/texts/report.ts'
import { connectionText } from '#site/features/search/people/people-view.ts'
import { dateText, exchangedText } from '#site/features/search/texts.ts'
import { capitalized } from '#site/lib/text.ts'
import { numbersText, type Statement, sourceOf, whoIs } from './people-view.ts'

/** A value with who stands behind it, as a row of the report. */
export interface ValueLine {
  field: string
  value: string
  /** «1, 2, 7». */
  confirms: string
  /** «4 «Ilya Primerov», 10 «ПРИМЕРОВ И.А.»». */
  partly: string
  conflicts: string
  newest: string
}

export const evidenceLines = ({ summary }: Person, answer: SearchAnswer): ValueLine[] =>
  summary.filter(passesPhoneCheck).map(row => valueLine(row, summary, answer))

function valueLine(row: SummaryRow, rows: readonly SummaryRow[], answer: SearchAnswer): ValueLine {
  const { field, value, evidence, newest, former } = row
  const note = former?.text ?? exchangedText(row, rows)
  // The evidence is sorted, and the first piece of a source says most for the value.
  const bySource = new Map<string, Evidence>()
  for (const piece of evidence) if (!bySource.has(piece.source)) bySource.set(piece.source, piece)
  const pieces = [...bySource.values()]
  const keysOf = (state: Evidence['state']) =>
    pieces.filter(piece => piece.state === state).map(({ source }) => source)
  const partly = pieces
    .filter(({ state }) => state === 'compatible')
    .map(({ source, text }) => ({ number: answer.sources_meta[source]?.number ?? 0, text }))
    .sort((a, b) => a.number - b.number)
  return {
    field,
    value: note ? `${dateText(value)} (${note})` : dateText(value),
    confirms: numbersText(keysOf('confirms'), answer),
    partly: partly.map(({ number, text }) => `${number} ${quoted(text)}`).join(', '),
    conflicts: numbersText(keysOf('conflicts'), answer),
    newest: newest?.of === 'record' ? dateText(newest.date) : REPORT_TEXTS.noDate
  }
}

/** Like the summary on the screen. */
const passesPhoneCheck = ({ field, value }: SummaryRow): boolean =>
  field !== PHONE_LABEL || isPhoneForSummary(value.replace(/\D/g, ''))

/** «ИНН один и тот же: 1, 3, 9»: why the records are those of one; copies of one row need no reason. */
export function joinLines({ links }: Person, answer: SearchAnswer): Statement[] {
  const byText = Map.groupBy(
    links.filter(({ rule }) => rule !== 'duplicate'),
    ({ text }) => text
  )
  return [...byText].map(([text, same]) => {
    const keys = same.flatMap(({ from, to }) => [sourceOf(from), sourceOf(to)])
    const tone = same.some(link => link.tone === 'contradict') ? 'contradict' : 'agree'
    return { text: `${capitalized(text)}: ${numbersText(keys, answer)}`, tone }
  })
}

/** Why the nearest others stand apart, and what connects them without being a reason to be one. */
export function apartLines({ apart }: Person, { persons }: SearchAnswer): Statement[] {
  return apart.flatMap(({ person_id, kind, text, agrees, would_join, connections }): Statement[] => {
    const who = whoIs(persons.find(({ id }) => id === person_id))
    const joins = would_join ? ` ${joinedIf(would_join)}` : ''
    const connection = connectionText(connections)
    return [
      {
        text: `${who}: ${text}. Общее: ${agrees}.${joins}`,
        tone: kind === 'veto' ? 'contradict' : 'missing'
      },
      ...(connection ? [{ text: `${who}: ${connection}`, tone: 'missing' as const }] : [])
    ]
  })
}
