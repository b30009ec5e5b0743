import { normalizeEmail } from '#shared/identity/identifiers/email.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { normalizePlate } from '#shared/identity/identifiers/plate.ts'
import { normalizeVin } from '#shared/identity/identifiers/vin.ts'
import { composeText } from '#shared/identity/text/compose.ts'
import type { IdentifierKind } from './attribute-words.ts'

type TakeIdentifier = (kind: IdentifierKind, value: string) => void

const OF_DIGITS: readonly [kind: IdentifierKind, form: RegExp][] = [
  ['phone', /^[1-9]/],
  ['inn', /^(?:\d{10}|\d{12})$/],
  ['snils', /^\d{11}$/],
  ['passport', /^\d{10}$/],
  ['ogrn', /^\d{13}(?:\d{2})?$/]
]

const SHORTEST = 8
/** Digits with something between them are a number from this length on: shorter ones are dates. */
const SHORTEST_SEPARATED = 10
const LONGEST = 15
/** What stands between the digits of one number: «45 03 № 123456», «973) 204 - 17». */
const BETWEEN = /^(?:[^\p{L}\d]{0,3}(?:номер|ном|no|n)[^\p{L}\d]{0,3}|[^\p{L}\d]{1,6})$/iu
const BETWEEN_CHARS_MAX = 11
const AROUND_EMAIL = /[\s,;|<>()[\]"'«»/:\\]+/
/** An address with anything glued to it: «=a@b.com=», «a@b.com-раб». */
const ADDRESS = /[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}/g
const EMAIL_CHARS_MAX = 320
/** Most texts are left alone by these: the others take a fifth of the time of indexing. */
const USUAL = /^[ -~А-Яа-яЁё№«»–—]*$/
const MAY_HOLD_NUMBER = /\d{8}|\d[^\d\p{L}]{1,6}\d|\d[^\d\p{L}]{0,3}(?:н|n)/iu
const MAY_HOLD_PLATE = /[A-Za-zА-Яа-я][ -]?\d{3}|\d{4}[ -]?[A-Za-zА-Яа-я]{2}/
const VIN = /(?<![\p{L}\d])[\p{L}\d]{17}(?![\p{L}\d])/gu
const PLATE =
  /(?<![\p{L}\d])(?:\p{L}[ -]?\d{3}[ -]?\p{L}{2}(?:[ -]?\d{2,3})?|\d{4}[ -]?\p{L}{2}[ -]?\d{2,3}|\p{L}{1,2}[ -]?\d{3,4}[ -]?\d{2,3})(?![\p{L}\d])/gu

/**
 * Hands out every identifier that running text may hold, whatever stands before it: rather a number too many than one
 * by which a person is found.
 */
export function forEachIdentifierIn(written: string, take: TakeIdentifier): void {
  const text = USUAL.test(written) ? written : composeText(written).normalize('NFKC')
  if (text.includes('@')) takeEmails(text, take)
  if (MAY_HOLD_NUMBER.test(text)) takeNumbers(text, take)
  if (!MAY_HOLD_PLATE.test(text)) return
  for (const [vin] of text.matchAll(VIN)) takeValue('vin', normalizeVin(vin), take)
  for (const [plate] of text.matchAll(PLATE)) takeValue('plate', normalizePlate(plate), take)
}

function takeValue(kind: IdentifierKind, value: string | null, take: TakeIdentifier): void {
  if (value !== null) take(kind, value)
}

function takeEmails(text: string, take: TakeIdentifier): void {
  for (const piece of text.replace(/ {0,2}@ {0,2}/g, '@').split(AROUND_EMAIL)) {
    takeValue('email', normalizeEmail(piece), take)
    if (!piece.includes('@') || piece.length > EMAIL_CHARS_MAX) continue
    for (const [address] of piece.matchAll(ADDRESS)) takeValue('email', normalizeEmail(address), take)
  }
}

/** Every run of digits, and every number that neighbouring runs may make together. */
function takeNumbers(text: string, take: TakeIdentifier): void {
  const runs = [...text.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({ digits, index }))
  for (const [first, { digits }] of runs.entries()) {
    if (digits.length >= SHORTEST) takeNumber(digits, take)
    let number = digits
    for (let at = first + 1; at < runs.length && number.length < LONGEST; at += 1) {
      const [before, next] = [runs[at - 1], runs[at]]
      if (!before || !next || !isBetween(text, before.index + before.digits.length, next.index)) break
      number += next.digits
      if (number.length >= SHORTEST_SEPARATED) takeNumber(number, take)
    }
  }
}

const isBetween = (text: string, from: number, to: number): boolean =>
  to - from <= BETWEEN_CHARS_MAX && BETWEEN.test(text.slice(from, to))

function takeNumber(digits: string, take: TakeIdentifier): void {
  if (digits.length > LONGEST || isPlaceholder(digits)) return
  for (const [kind, form] of OF_DIGITS) if (form.test(digits)) take(kind, digits)
}
