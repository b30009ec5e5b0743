import type { Reading } from '#shared/contracts/reading.ts'
import { areInitials, BIRTH_LABEL } from './date-words.ts'
import { IDENTIFIER_LABELS } from './form-labels.ts'
import {
  type Reader,
  readBirthDate,
  readEmail,
  readInn,
  readOgrn,
  readPassport,
  readPhone,
  readPlate,
  readSnils,
  readVin
} from './identifiers.ts'

/** Labels with the values that may follow them. The first label that matches decides. */
const LABELS: { word: string; value: RegExp; read: Reader }[] = [
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
    value: /^\+?[\d(][\d ()+.-]{5,24}\d/,
    read: readPhone
  },
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
  head: new RegExp(`${BEFORE}(?:${word})\\.?[ :№#=(–—-]{0,4}(?:номер |№ ?)?`, 'giu'),
  value,
  read
}))

/** A label that stands behind its number and before nothing that it could be of: «4503123457 паспорт». */
const LABELLED_BEHIND = LABELS.map(({ word, read }) => ({
  label: new RegExp(`^[ (–—-]{0,3}(?:${word})(?!\\p{L})[).]{0,2}(?=[ ,;]|$)`, 'iu'),
  read
}))

const SURE_BY_LABEL = 0.99

export interface LabelledValue {
  reading: Reading
  from: number
  to: number
}

/** The first labelled value of the text; null when there is none. */
export function findLabelled(text: string): LabelledValue | null {
  if (!ANY_LABEL.test(text)) return null
  for (const { head, value, read } of LABELLED) {
    for (const label of text.matchAll(head)) {
      if (areInitials(label[0], text.slice(0, label.index))) continue
      const start = label.index + label[0].length
      const candidate = value.exec(text.slice(start))?.[0]
      const longest = candidate === undefined ? null : readLongest(candidate, read)
      if (!longest) continue
      const to = start + longest.span.length
      const span = text.slice(label.index, to)
      return {
        reading: { ...longest.reading, terms: span.split(' ').filter(Boolean) },
        from: label.index,
        to
      }
    }
  }
  return null
}

/** A number by the label behind it, and the length of both; null when there is none, or none for such a number. */
export function readByLabelBehind(span: string, after: string): { reading: Reading; length: number } | null {
  if (!/^[ (–—-]{0,3}\p{L}/u.test(after)) return null
  for (const { label, read } of LABELLED_BEHIND) {
    const written = label.exec(after)?.[0]
    const reading = written === undefined ? null : read(span, SURE_BY_LABEL)
    if (reading && written !== undefined)
      return {
        reading: { ...reading, terms: `${span}${written}`.split(' ') },
        length: span.length + written.length
      }
  }
  return null
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
