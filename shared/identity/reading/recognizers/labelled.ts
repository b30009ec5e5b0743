import type { Reading } from '#shared/contracts/reading.ts'
import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import type { IdentifierKind } from '#shared/identity/identifiers/table.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import type { Phrase } from '#shared/identity/reading/lexicon/phrases.ts'
import type { LexiconTag } from '#shared/identity/reading/lexicon/words.ts'
import { withNote } from '#shared/identity/reading/reading.ts'
import { type Reader, readBirthDate, readerOf } from '#shared/identity/reading/recognizers/read-identifier.ts'
import { checkedReadings } from '#shared/identity/reading/recognizers/weigh-number.ts'
import type { Line, Span } from '#shared/identity/reading/spans.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { valueAt } from './patterned.ts'

/** Pads zeros that a spreadsheet dropped when the check number then holds. */
const withZeros =
  (read: Reader, complete: (text: string) => string | null): Reader =>
  (span, sure) => {
    const reading = read(span, sure)
    const completed = reading === null ? complete(span) : null
    const other = completed === null ? null : read(completed, sure)
    return other?.valid ? withNote(other, `${READING_NOTES.zeros} ${completed}`) : reading
  }

interface ValueForm {
  value: RegExp
  read: Reader
}

const formOfKind = (kind: IdentifierKind): ValueForm => {
  const { behindLabel, normalizeCell } = kindReaderOf(kind)
  const read = readerOf(kind)
  return { value: behindLabel, read: normalizeCell ? withZeros(read, normalizeCell) : read }
}
const BIRTH: ValueForm = {
  value: /^\d{1,4}(?:[-./, ]{1,2}[\p{L}\d]{1,9}){0,2}(?: ?(?:года? рождения|г\.? ?р|года?|г)(?!\p{L})\.?)?/u,
  read: readBirthDate
}
const FORMS: ReadonlyMap<LexiconTag, ValueForm> = new Map<LexiconTag, ValueForm>([
  ...IDENTIFIER_KINDS.map(kind => [kind, formOfKind(kind)] as const),
  ['messenger', formOfKind('phone')],
  ['birth', BIRTH]
])

/** «Телефон 1», a sign, «№». */
const BETWEEN = /^\.?(?: [1-5](?= ?[:-]? [+78(]))?[ :№#=(–—-]{0,4}(?:номер |№ ?)?/u
const SURE = 0.99
/** A labelled value is surer than any other reading. */
const MORE = 2.2
const EACH_WORD = 0.9
const LONG_LABEL = 8
const moreOf = (line: Line, from: number, to: number): number =>
  line.textOf(from, to).length >= LONG_LABEL ? (to - from - 1) * EACH_WORD : 0

export function labelledValues(line: Line, phrases: readonly Phrase[]): Span[] {
  return phrases.flatMap(({ from, to, tag }) => {
    const form = FORMS.get(tag)
    const end = line.tokens[to - 1]?.to ?? 0
    if (!form) return []
    const gap = BETWEEN.exec(line.text.slice(end, end + 20))?.[0].length ?? 0
    const start = end + gap
    const candidate = form.value.exec(line.text.slice(start, start + 260))?.[0]
    const longest = candidate === undefined ? null : readLongest(candidate, form.read)
    if (!longest) return []
    const begin = line.tokens[from]?.from ?? 0
    const terms = line.text
      .slice(begin, start + longest.span.length)
      .split(' ')
      .filter(Boolean)
    // The check may tell the kind of a number in a network.
    const checked = tag === 'messenger' ? checkedReadings(longest.span).map(one => ({ ...one, terms })) : []
    const readings = [...checked, { ...longest.reading, terms }]
    const more = MORE + moreOf(line, from, to)
    return [valueAt(line, begin, start + longest.span.length, readings, more)]
  })
}

const BEHIND = /^[ (–—-]{0,3}$/u
const AFTER = /^[).]{0,2}(?:[ ,;]|$)/u

/** Values before their label: «4503123457 паспорт». */
export function valuesBefore(line: Line, phrases: readonly Phrase[], values: readonly Span[]): Span[] {
  return phrases.flatMap(({ from, to, tag }) => {
    const form = FORMS.get(tag)
    const begin = line.tokens[from]?.from ?? 0
    const end = line.tokens[to - 1]?.to ?? 0
    const after = line.text.slice(end, end + 3)
    if (phrases.some(next => next.from === to && next.tag === 'event')) return []
    if (!form || !AFTER.test(after) || /^[).]{0,2} ?[\d+:]/u.test(after)) return []
    return values.flatMap(value => {
      const last = line.tokens[value.to - 1]?.to ?? 0
      const isTorn = line.tokens[value.from - 1]?.kind === 'number'
      if (value.treatment !== 'value' || isTorn || last > begin || !BEHIND.test(line.text.slice(last, begin)))
        return []
      const written = line.textOf(value.from, value.to)
      const reading = form.read(written, SURE)
      if (!reading) return []
      const closing = line.tokens[to]?.text === ')' ? to + 1 : to
      const terms = line.textOf(value.from, closing).split(' ')
      const weight = value.weight + MORE + moreOf(line, from, to)
      const checked = tag === 'messenger' ? checkedReadings(written).map(one => ({ ...one, terms })) : []
      return [{ ...value, to: closing, weight, readings: [...checked, { ...reading, terms }] }]
    })
  })
}

/** Longest prefix that is a value, preferably valid: digits of the next number may follow. */
function readLongest(candidate: string, read: Reader): { reading: Reading; span: string } | null {
  let longest: { reading: Reading; span: string } | null = null
  for (
    let span = candidate;
    span !== '';
    span = span.slice(0, Math.max(span.lastIndexOf(' '), 0)).trimEnd()
  ) {
    const tight = span.replace(/[\s.,;-]+$/, '')
    for (const text of tight === span ? [span] : [span, tight]) {
      const reading = read(text, SURE)
      if (reading?.valid) return { reading, span: text }
      if (reading) longest ??= { reading, span: text }
    }
  }
  return longest
}
