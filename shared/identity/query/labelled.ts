import type { Reading, ReadingKind } from '#shared/contracts/reading.ts'
import { recognizerOf } from '#shared/identity/identifiers/kinds.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { READING_LABELS, READING_NOTES } from '#shared/labels/readings.ts'
import { areInitials, BIRTH_LABEL } from './date-words.ts'
import { IDENTIFIER_LABELS } from './form-labels.ts'
import {
  type Reader,
  readBirthDate,
  readEmail,
  readerOf,
  readInn,
  readOgrn,
  readPassport,
  readPhone,
  readPlate,
  readSnils,
  readVin
} from './identifiers.ts'
import { numberReadings } from './numbers.ts'
import { rankReadings } from './reading.ts'

const PHONE = /^\+?[\d(][\d ()+.-]{5,24}\d/
/** Messengers number their users too, in ten digits and more, so the label tells no more than that it may be a phone. */
const BARE_NUMBER = /^(?:\d{10}|\d{12})$/

/** A word of two letters with one capital is a surname: «Ву». */
const inOneCase = (label: string): string =>
  label.length === 2 ? `(?-i:${label}|${label.toUpperCase()})` : label

/** A label of the table as a pattern: its words parted by a dot, a slash or a blank, `*` an ending. */
const labelPattern = (labels: string): string =>
  labels
    .split(';')
    .map(label => inOneCase(label.trim()).replaceAll(' ', '(?:[./] ?| )').replaceAll('*', '\\p{L}{0,4}'))
    .toSorted((one, other) => other.length - one.length)
    .map(label => `${label}(?!\\p{L})`)
    .join('|')

/** Kinds that are read by the labels of the table alone. */
const BY_TABLE = IDENTIFIER_KINDS.filter(kind => !(kind in IDENTIFIER_LABELS)).map(kind => ({
  kind,
  word: labelPattern(recognizerOf(kind).labels),
  value: recognizerOf(kind).behindLabel,
  read: readerOf(kind)
}))

/** Labels with the values that may follow them. The first label that matches decides. */
const LABELS: { word: string; value: RegExp; read: Reader }[] = [
  ...BY_TABLE,
  {
    word: IDENTIFIER_LABELS.inn,
    value: /^(?:\d{10} ?\/ ?\d{9}(?!\d)|\d(?:[ ./-]{0,3}\d){9,11}(?![./-]?\d))/,
    read: readInn
  },
  { word: IDENTIFIER_LABELS.snils, value: /^\d(?:[ ./-]{0,3}\d){10}(?!\d)/, read: readSnils },
  { word: IDENTIFIER_LABELS.ogrn, value: /^\d(?:[ ./-]{0,3}\d){12,14}(?!\d)/, read: readOgrn },
  {
    word: IDENTIFIER_LABELS.passport,
    value:
      /^(?:сери[яи]:? {0,2})?(?:\d{2} ?\d{2}[ ,]{0,3}(?:(?:№|номер|ном\.?|n|no):? {0,2})?\d{3} ?\d{3}(?!\d)|\d(?:[ ./-]{0,3}\d){9}(?!\d))/,
    read: readPassport
  },
  {
    word: IDENTIFIER_LABELS.phone,
    value: PHONE,
    read: readPhone
  },
  { word: IDENTIFIER_LABELS.messenger, value: PHONE, read: readPhone },
  {
    word: IDENTIFIER_LABELS.email,
    value: /^\S{3,254}/,
    read: readEmail
  },
  { word: IDENTIFIER_LABELS.vin, value: /^[\p{L}\d][\p{L}\d -]{15,22}/u, read: readVin },
  {
    word: IDENTIFIER_LABELS.plate,
    value: /^[\p{L}\d][\p{L}\d ]{4,12}(?![\p{L}\d]|[./-]\d)/u,
    read: readPlate
  },
  {
    word: BIRTH_LABEL,
    value: /^\d{1,4}(?:[-./ ]{1,2}[\p{L}\d]{1,9}){0,2}(?: ?(?:года? рождения|г\.? ?р|года?|г)(?!\p{L})\.?)?/u,
    read: readBirthDate
  }
]

const BEFORE = '(?<![\\p{L}\\d])'
const ANY_LABEL = new RegExp(`${BEFORE}(?:${LABELS.map(({ word }) => word).join('|')})`, 'iu')
const LABELLED = LABELS.map(({ word, value, read }) => ({
  isSure: word !== IDENTIFIER_LABELS.messenger,
  head: new RegExp(`${BEFORE}(?:${word})\\.?[ :№#=(–—-]{0,4}(?:номер |№ ?)?`, 'giu'),
  value,
  read
}))

/** A label that stands behind its number and before nothing that it could be of: «4503123457 паспорт». */
const LABELLED_BEHIND = LABELS.map(({ word, read }) => ({
  isSure: word !== IDENTIFIER_LABELS.messenger,
  label: new RegExp(`^[ (–—-]{0,3}(?:${word})(?!\\p{L})[).]{0,2}(?=[ ,;]|$)`, 'iu'),
  read
}))

const SURE_BY_LABEL = 0.99
const UNSURE_LABEL = 0.85
const CHECKED: ReadonlySet<ReadingKind> = new Set(['inn_person', 'inn_org'])

export interface LabelledValue {
  /** One, unless the label may stand before another number too. */
  readings: Reading[]
  from: number
  to: number
}

/** The first labelled value of the text; null when there is none. */
export function findLabelled(text: string): LabelledValue | null {
  if (!ANY_LABEL.test(text)) return null
  for (const { head, value, read, isSure } of LABELLED) {
    for (const label of text.matchAll(head)) {
      if (areInitials(label[0], text.slice(0, label.index))) continue
      const start = label.index + label[0].length
      const candidate = value.exec(text.slice(start))?.[0]
      const longest = candidate === undefined ? null : readLongest(candidate, read)
      if (!longest) continue
      const to = start + longest.span.length
      const span = text.slice(label.index, to)
      return {
        readings: readingsOf(longest.reading, longest.span, span, isSure),
        from: label.index,
        to
      }
    }
  }
  return null
}

/** Whether a line ends with a value behind a label that the table alone knows. */
export const endsWithTableValue = (line: string): boolean => {
  const labelled = findLabelled(line)
  return labelled?.to === line.length && BY_TABLE.some(({ kind }) => kind === labelled.readings[0]?.kind)
}

/** Numbers whose digits are counted, with what is said of another length. */
const OF_ONE_LENGTH = [
  [IDENTIFIER_LABELS.inn, 'ИНН'],
  [IDENTIFIER_LABELS.snils, READING_LABELS.snils],
  [IDENTIFIER_LABELS.ogrn, READING_LABELS.ogrn],
  [IDENTIFIER_LABELS.passport, READING_LABELS.passport]
].map(([word, title]) => ({
  title,
  atEnd: new RegExp(`${BEFORE}(?:${word})\\.?[ :№#=(–—-]{0,4}(?:номер |№ ?)?$`, 'iu')
}))
const LABEL_CHARS_MAX = 60

/** What is said of a number that is none of the kind of the label before it; undefined without such a label. */
export function otherLengthNote(before: string): string | undefined {
  const near = before.slice(-LABEL_CHARS_MAX)
  if (near.trim() === '') return undefined
  const label = OF_ONE_LENGTH.find(({ atEnd }) => atEnd.test(near))
  return label && `${label.title}: ${READING_NOTES.otherLength}`
}

/** A number by the label behind it, and the length of both; null when there is none, or none for such a number. */
export function readByLabelBehind(
  span: string,
  after: string
): { readings: Reading[]; length: number } | null {
  if (!/^[ (–—-]{0,3}\p{L}/u.test(after)) return null
  for (const { label, read, isSure } of LABELLED_BEHIND) {
    const written = label.exec(after)?.[0]
    const reading = written === undefined ? null : read(span, SURE_BY_LABEL)
    if (reading && written !== undefined)
      return {
        readings: readingsOf(reading, span, `${span}${written}`, isSure),
        length: span.length + written.length
      }
  }
  return null
}

/** By the label, and, where it is not sure, as any number whose check holds. */
function readingsOf(labelled: Reading, span: string, written: string, isSure: boolean): Reading[] {
  const others = isSure || !BARE_NUMBER.test(span) ? [] : numberReadings(span)
  const isChecked = others.some(({ kind, valid }) => CHECKED.has(kind) && valid)
  const readings = isChecked
    ? [
        { ...labelled, confidence: UNSURE_LABEL },
        ...others.filter(({ kind, valid }) => valid && kind !== 'phone')
      ]
    : [labelled]
  const terms = written.split(' ').filter(Boolean)
  return rankReadings(readings.map(one => ({ ...one, terms })))
}

/**
 * Reads the longest prefix that is a value of this kind, because a run of digits may hold the next number too; one whose
 * check number holds is preferred.
 */
function readLongest(candidate: string, read: Reader): { reading: Reading; span: string } | null {
  let longest: { reading: Reading; span: string } | null = null
  for (
    let span = candidate;
    span !== '';
    span = span.slice(0, Math.max(span.lastIndexOf(' '), 0)).trimEnd()
  ) {
    const reading = read(span, SURE_BY_LABEL)
    if (reading?.valid) return { reading, span }
    if (reading) longest ??= { reading, span }
    const tight = span.replace(/[\s.,;-]+$/, '')
    if (tight !== span) {
      const trimmed = read(tight, SURE_BY_LABEL)
      if (trimmed?.valid) return { reading: trimmed, span: tight }
      if (trimmed) longest ??= { reading: trimmed, span: tight }
    }
  }
  return longest
}
