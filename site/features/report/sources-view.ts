import type { Reading } from '#shared/contracts/reading.ts'
import type { Completeness, SearchAnswer, SourceMeta, Withdrawn } from '#shared/contracts/search.ts'
import { isNumbersOnly } from '#shared/identity/reading/line-identifiers.ts'
import { remarksOfReadings } from '#shared/labels/reading-remarks.ts'
import { SOURCE_BASES } from '#shared/labels/sources.ts'
import { withheldText } from '#shared/texts/purpose.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { REPORT_TEXTS } from '#shared/texts/report.ts'
import { withdrawnText } from '#shared/texts/withdrawn.ts'
import { foundText, itemsOfLine } from '#site/features/search/line-items.ts'
import { dateText, completenessText as shareText } from '#site/features/search/texts.ts'
import { counted, type Forms, formatCount, RECORDS } from '#site/lib/numbers.ts'

/** A source as a row of the report. */
export interface SourceLine {
  number: number
  title: string
  basis: string
  asOf: string
  shown: string
  total: string
}

const inOrder = ({ sources_meta }: SearchAnswer): SourceMeta[] =>
  Object.values(sources_meta).sort((a, b) => a.number - b.number)

const isSilent = (meta: SourceMeta, key: string, { failed_sources }: SearchAnswer) =>
  meta.state === 'failed' || failed_sources.includes(key)

export const sourceLines = (answer: SearchAnswer): SourceLine[] =>
  Object.entries(answer.sources_meta)
    .sort(([, a], [, b]) => a.number - b.number)
    .map(([key, meta]) => ({
      number: meta.number,
      title: meta.title,
      basis: SOURCE_BASES[meta.basis],
      asOf: dateText(meta.as_of),
      shown: formatCount(meta.shown),
      total: isSilent(meta, key, answer) ? 'не ответил' : totalText(meta)
    }))

const totalText = ({ total, total_is_exact, more }: Completeness): string =>
  total_is_exact || !more ? formatCount(total) : `не меньше ${formatCount(total)}`

const SOURCES: Forms = ['источника', 'источников', 'источников']

/**
 * «Ответили 14 из 14 источников. Показано 17 из 49 записей, см. «Что не показано»». Of records that were read anew: those
 * who answered then, who may be others than at the search.
 */
export function completenessText(answer: SearchAnswer, readAt?: number): string {
  const { failed_sources, sources_meta, completeness, completeness_note } = answer
  const sources = Object.keys(sources_meta).length
  const answered = `${readAt === undefined ? 'Ответили' : 'При повторном чтении ответили'} ${sources - failed_sources.length} из ${counted(sources, SOURCES)}.`
  const share = shareText(completeness)
  if (completeness_note && !share)
    return `${answered} Показаны все найденные записи: ${formatCount(completeness.shown)}, см. «Что не показано».`
  if (completeness.shown === 0 && !completeness.more) return `${answered} Записей нет.`
  if (!share) return `${answered} Показаны все записи: ${formatCount(completeness.shown)}.`
  return `${answered} ${share.charAt(0).toUpperCase()}${share.slice(1)}, см. «Что не показано».`
}

/**
 * What there is, or may be, beyond the report: sources that have more, that did not answer, that have nothing; people.
 *
 * @param reported How many people it is on.
 * @param chosen How many it was to be on; 0 for all.
 * @param proven Of how many it has the evidence.
 */
export function notShownLines(
  answer: SearchAnswer,
  { reported, chosen, proven }: Record<'reported' | 'chosen' | 'proven', number>,
  withdrawn: Withdrawn | null = null
): string[] {
  const { failed_sources, sources_meta, completeness, completeness_note } = answer
  const lines = inOrder(answer).flatMap(({ number, more, total, total_is_exact, shown }) => {
    if (!more) return []
    const left = total - shown
    if (left <= 0) return [`Источник ${number}: есть ещё записи, сколько, неизвестно.`]
    return [`Источник ${number}: ${total_is_exact ? 'ещё' : 'ещё не меньше'} ${counted(left, RECORDS)}.`]
  })
  if (completeness.more && lines.length === 0) lines.push('Есть записи, которые не показаны.')
  if (completeness_note) lines.push(completeness_note)
  const withheld = withheldText(answer)
  if (withheld) lines.push(withheld)
  const failed = failed_sources.map(key => sources_meta[key]?.title ?? key)
  if (failed.length > 0)
    lines.push(`Не ответили, и что в них есть, неизвестно: ${failed.map(quoted).join(', ')}.`)
  const empty = inOrder(answer).filter(({ state, title }) => state === 'empty' && !failed.includes(title))
  if (empty.length > 0) {
    const which = empty.length === 1 ? 'источник' : 'источники'
    lines.push(`Ответили, записей нет: ${which} ${empty.map(({ number }) => number).join(', ')}.`)
  }
  if (withdrawn) lines.push(withdrawnText(withdrawn))
  if (chosen > reported) lines.push(`${REPORT_TEXTS.absent}: ${chosen - reported}.`)
  const leftOut = answer.persons.length - reported
  if (leftOut > 0) lines.push(`Карточек ответа, которые не выбраны для отчёта: ${leftOut}.`)
  const unproven = reported - proven
  if (unproven > 0) lines.push(`Карточек отчёта, доказательства которых не напечатаны: ${unproven}.`)
  return lines.length > 0 ? lines : [REPORT_TEXTS.everythingShown]
}

/** How the line was understood: the best reading of each person that it names, each of several numbers, and what is not read. */
export function readingText(answer: SearchAnswer): string {
  const { readings } = answer
  const best = new Map<number, Reading>()
  for (const reading of readings) if (!best.has(reading.person ?? 0)) best.set(reading.person ?? 0, reading)
  const parts = [...best.values()].flatMap(reading => reading.parts ?? [reading])
  const texts = isNumbersOnly(readings)
    ? itemsOfLine(answer).map(({ label, value }) => `${label} ${value}`)
    : parts.map(({ label, value, kind }) => `${label} ${kind === 'phone' ? `+${value}` : dateText(value)}`)
  return [...texts, ...remarksOfReadings(readings)].join('; ')
}

/** What each of several typed people or numbers found: «Телефон +7 973 204-17-40: 3 записи, 2 человека». */
export const itemLines = (answer: SearchAnswer): string[] =>
  itemsOfLine(answer).map(item => `${item.label} ${item.value}: ${foundText(item, answer.completeness.more)}`)
