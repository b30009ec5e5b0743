import { PERSONS_IN_LINE_MAX } from '#shared/constants.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { isNameWord } from '#shared/identity/names/name-word.ts'
import { combinedOf, partOf, partsOf } from '#shared/identity/reading/combinations.ts'
import { isList, listReading } from '#shared/identity/reading/lists.ts'
import {
  isContactsOnly,
  isSameReading,
  joinNotes,
  makeReading,
  rankReadings,
  roundConfidence
} from '#shared/identity/reading/reading.ts'
import { noted, notSearchedNote } from '#shared/identity/reading/remarks.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { type LineParts, partsOfCover } from './context.ts'
import type { Cover } from './cover.ts'
import { peopleReadings } from './people.ts'
import { isUnknownWord, nameReading, recognizeName } from './recognizers/recognize-name.ts'
import { UNREADABLE } from './recognizers/unreadable-dates.ts'
import type { Line, Span } from './spans.ts'

const DATED = /\d[./-]\d|(?<!\d)(?:19|20)\d{2}(?!\d)| \d{4}(?!\d)/
const DAY = /\d[./-]\d{1,2}[./-]\d/
/** «Цвет глаз: карие»: records have the value only. */
const FIELD = /^(?<label>\p{L}[\p{L} ]{2,30}): (?<text>[^:]+)$/u
const TEXT_LAST = 0.05
const TEXT_ALONE = 0.55
const ALONE_MAX = 0.6
/** A phone and an e-mail may belong to two people. */
const EITHER = 0.9
/** A cover lighter by more nats is no alternative. */
const ALTERNATIVE_MAX = 4.6
const ALTERNATIVE_LESS = 0.05
/** A lone word may be anything. */
const DOUBTFUL_NAME = 0.55

export function readingsOfCovers(line: Line, covers: readonly Cover[]): Reading[] {
  const [best, ...others] = covers
  if (!best) return []
  const parts = partsOfCover(line, best)
  const readings = readingsOfParts(line, parts)
  const [surest] = readings
  if (!surest) return []
  const alternatives = others.flatMap(cover => {
    const less = best.weight - cover.weight
    const isWord = line.tokens.length === 1
    if (less > ALTERNATIVE_MAX || (surest.kind === 'text' && !isWord) || parts.besides.length > 0) return []
    if (areSameSpans(valuesOf(best), valuesOf(cover)) || takesBack(best, cover)) return []
    if (valuesOf(best).some(value => value.former !== undefined && !cover.spans.includes(value))) return []
    const others = partsOfCover(line, cover)
    if (haveSameValues(parts.values, others.values) || leavesMore(parts, others, line)) return []
    if (areOfAddress(parts.values, others.values)) return []
    const meant = noted(line.text, searchedReadings(line, others), noteOf(parts, readings))
    // «Жалоба» is as likely a word.
    const other = surest.kind === 'text' ? meant.find(({ kind }) => kind !== 'text') : meant[0]
    if (!other || other.kind === 'text' || other.person !== undefined || isKnown(readings, other)) return []
    if (surest.kind === 'address' && other.kind === 'combined' && !namesSomebody(other)) return []
    const confidence = Math.min(
      other.confidence,
      surest.confidence - ALTERNATIVE_LESS,
      surest.confidence * Math.exp(-less / 2)
    )
    return [{ ...other, confidence: roundConfidence(Math.max(confidence, TEXT_LAST)) }]
  })
  return alternatives.length === 0 || surest.person !== undefined
    ? readings
    : [surest, ...rankReadings([...readings.slice(1), ...alternatives])]
}

/** An address is split only for a name in it. */
const namesSomebody = ({ parts = [] }: Reading): boolean =>
  parts.some(({ kind, value }) => kind === 'full_name' && value.toLowerCase().split(' ').some(isNameWord))

/** Words left over count as another meaning only when the best cover takes them into its name. */
function leavesMore({ values, words }: LineParts, others: LineParts, line: Line): boolean {
  const more = others.words.filter(text => !words.includes(text))
  const [name] = values.filter(span => isOf(span, 'full_name'))
  const own = name ? line.textOf(name.from, name.to) : ''
  const [rest] = others.values.filter(span => isOf(span, 'full_name'))
  const isWhole = rest?.readings[0]?.value.includes(' ') ?? false
  return more.some(
    text =>
      !isWhole ||
      text.length === 1 ||
      !own.includes(text) ||
      text.split(' ').some(word => isNameWord(word.toLowerCase()))
  )
}

/** Leaving out town or house is no other meaning. */
const areOfAddress = (values: readonly Span[], others: readonly Span[]): boolean =>
  others.every(
    other =>
      isOf(other, 'address') &&
      values.some(value => isOf(value, 'address') && value.from <= other.from && other.to <= value.to)
  )

const valuesOf = ({ spans }: Cover): readonly Span[] => spans.filter(({ treatment }) => treatment === 'value')

/** Uses a part that the best cover omits: «выдан ОВД г. Примерска». */
const takesBack = (best: Cover, other: Cover): boolean =>
  best.spans.some(
    ({ treatment, from, to }) =>
      treatment === 'drop' && valuesOf(other).some(value => value.from < to && value.to > from)
  )

const areSameSpans = (some: readonly Span[], others: readonly Span[]): boolean =>
  some.length === others.length && some.every((span, at) => span === others[at])

/** Another omitted word is no other meaning. */
const haveSameValues = (some: readonly Span[], others: readonly Span[]): boolean =>
  some.length === others.length &&
  some.every((span, at) => span.readings[0]?.value === others[at]?.readings[0]?.value)

const isKnown = (readings: readonly Reading[], other: Reading): boolean =>
  readings.some(
    one =>
      isSameReading(one, other) &&
      (one.parts ?? []).length === (other.parts ?? []).length &&
      (one.parts ?? []).every((part, at) => isSameReading(part, other.parts?.[at] ?? part))
  )

const isOneWord = (text: string): boolean => !text.includes(' ')

const isOf = (span: Span, kind: Reading['kind']): boolean => span.readings[0]?.kind === kind

function readingsOfParts(line: Line, parts: LineParts): Reading[] {
  const readings = searchedReadings(line, parts)
  // The note of a list says it all.
  if (isList(readings)) return readings
  const besides = parts.besides.flatMap(({ readings: own }) => own)
  const all = besides.length > 0 ? rankReadings([...readings, ...besides]) : readings
  if (parts.values.length === 0 && all[0]?.note !== undefined) return all
  const isLeft = parts.values.length === 0 && parts.fields.length > 0
  return isLeft ? all : noted(line.text, all, noteOf(parts, all))
}

/** Names what is not searched. */
function noteOf(parts: LineParts, readings: readonly Reading[]): string | undefined {
  const { left, notes, fillers } = parts
  const isBorn = readings.some(({ kind, parts = [] }) =>
    [{ kind }, ...parts].some(one => one.kind === 'birth_date')
  )
  const others = [...new Set(notes)]
    .filter(note => note !== READING_NOTES.age || !isBorn)
    .map(note => (OUT_OF_BOUNDS.test(note) ? `${note}, ${searchedText(parts)}` : note))
  const ofFillers =
    fillers.length > 0 ? `${READING_NOTES.unsearched}: ${[...new Set(fillers)].join(', ')}` : undefined
  return joinNotes([...others, notSearchedNote(left), ofFillers])
}

const OUT_OF_BOUNDS = new RegExp(`(?:${READING_NOTES.tooOld}|${READING_NOTES.inFuture})$`)

function searchedText({ values, words }: LineParts): string {
  if (values.length + words.length === 0) return 'ищется как слова'
  return words.length === 0 && values.every(span => isOf(span, 'full_name'))
    ? 'ищется по ФИО'
    : 'ищется остальное'
}

/** More numbers of one kind than one search looks for. */
function listOfNumbers(line: Line, { values, words }: LineParts): Reading[] | null {
  // The last number may be cut off.
  if (words.length > 1 || /\p{L}/u.test(words.join()) || values.length <= PERSONS_IN_LINE_MAX) return null
  const kinds = Map.groupBy(values, ({ readings: [first] }) => first?.kind)
  const areMany = [...kinds.values()].some(
    ([one, ...others]) =>
      one && !isOf(one, 'birth_date') && !isOf(one, 'full_name') && others.length >= PERSONS_IN_LINE_MAX
  )
  return areMany && !values.some(span => isOf(span, 'full_name'))
    ? [
        listReading(
          line.text,
          values.map(({ from, to }) => line.textOf(from, to))
        )
      ]
    : null
}

/** The one person of a line; further possible names are words. */
function nameOf(values: readonly Span[]): { name: Span | undefined; others: readonly Span[] } {
  const names = values.filter(span => isOf(span, 'full_name'))
  const [name] = names.toSorted((one, other) => other.weight - one.weight)
  return { name, others: names.filter(one => one !== name) }
}

/** «Ким Чен Ир 16.02.1961»: unknown words beside a date may be a name. */
function perhapsName(text: string): Reading[] {
  if (!NAME_OF_UNKNOWN.test(text)) return []
  const { names } = recognizeName(text)
  return names[0] ? [nameReading(names[0], text, { confidence: PERHAPS }, names)] : []
}
const NAME_OF_UNKNOWN = /^\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+){1,3}$/u
const PERHAPS = 0.4

function searchedReadings(line: Line, parts: LineParts): Reading[] {
  const { values, words, left, fillers, notes } = parts
  const last = makeReading('text', parts.kept, parts.kept, { confidence: TEXT_LAST })
  const [unread, ...more] = values
  if (unread?.note === UNREADABLE && more.length === 0 && words.length === 0) {
    const [date] = unread.readings
    const note = `${READING_NOTES.unreadableDate}: ${line.textOf(unread.from, unread.to)}, ищется как слова`
    return date ? [makeReading('text', line.text, line.text, { confidence: TEXT_ALONE, note })] : []
  }
  if (values.length === 0) {
    if (words.length === 0 && parts.besides.length > 0)
      return [
        ...parts.besides.flatMap(({ readings }) => readings).map(one => ({ ...one, confidence: TEXT_ALONE })),
        last
      ]
    if (parts.fields.length > 0 && words.length === 0 && !parts.fields.some(text => DAY.test(text))) {
      const text = parts.fields.join(' ')
      return [makeReading('text', text, line.text, { confidence: TEXT_ALONE })]
    }
    if (words.length === 0 && left.some(text => DATED.test(text)))
      return [
        makeReading('text', line.text, line.text, { confidence: TEXT_ALONE, note: READING_NOTES.eventDate })
      ]
    if (words.length === 0 && fillers.length > 0)
      return [
        makeReading('text', line.text, line.text, { confidence: TEXT_ALONE, note: READING_NOTES.placeholder })
      ]
    const value = parts.isCut ? undefined : FIELD.exec(line.text)?.groups
    if (value && !value.label?.toLowerCase().split(' ').some(isNameWord))
      return [makeReading('text', value.text ?? '', line.text, { confidence: TEXT_ALONE }), last]
    const text = notes.length > 0 || parts.isCut ? words.join(' ') || line.text : line.text
    return [makeReading('text', text, text, { confidence: TEXT_ALONE })]
  }
  const people = peopleReadings(line, parts)
  if (people) return people
  const { name, others } = nameOf(values)
  const list = listOfNumbers(line, parts)
  if (list) return list
  const numbers = partsOf(
    values.filter(span => !isOf(span, 'full_name')).map(({ readings }) => ({ readings: [...readings] }))
  )
  const isDated = !name && words.length === 1 && values.every(span => isOf(span, 'birth_date'))
  const texts = [...others.map(({ from, to }) => line.textOf(from, to)), ...words].map(text => [
    makeReading('text', text, text, { confidence: TEXT_ALONE }),
    ...(isDated ? perhapsName(text) : [])
  ])
  const all = [...(name ? [name.readings] : []), ...texts].map(partOf)
  const every = [...all, ...numbers]
  if (every.length === 1) {
    const readings = every.flat().map(({ reading }) => reading)
    const [first] = readings
    const isDoubtful =
      first?.kind === 'full_name' &&
      (first.confidence < DOUBTFUL_NAME ||
        (isOneWord(first.value) && isUnknownWord(first.value.toLowerCase())))
    return rankReadings([...readings, isDoubtful ? { ...last, confidence: TEXT_ALONE } : last])
  }
  const areDates = values.every(span => isOf(span, 'birth_date')) && words.length === 0
  if (areDates) return rankReadings([...every.flat().map(({ reading }) => reading), last])
  const combined = combinedOf(every)
  const areContacts = combined.some(isContactsOnly)
  const alone = every.flat().map(({ reading, rank }) => ({
    ...reading,
    confidence:
      areContacts && rank === 0 ? EITHER : roundConfidence(Math.min(reading.confidence, ALONE_MAX) / 2)
  }))
  const whole = areContacts ? combined.filter(isContactsOnly) : combined
  return [...whole, ...rankReadings([...alone, last])].toSorted(
    (one, other) => other.confidence - one.confidence
  )
}
