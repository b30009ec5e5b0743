import { hasDigits } from '#shared/identity/identifiers/digits.ts'
import { normalizeEmail } from '#shared/identity/identifiers/email.ts'
import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import type { IdentifierKind } from '#shared/identity/identifiers/table.ts'
import { normalizeVin } from '#shared/identity/identifiers/vin.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { composeText } from '#shared/identity/text/compose.ts'
import { IDENTIFIER_DIGITS_MIN } from './labelled-identifiers.ts'

type TakeIdentifier = (kind: IdentifierKind, value: string) => void

const RUNS = IDENTIFIER_KINDS.flatMap(kind => {
  const { run } = kindReaderOf(kind)
  return run ? [{ kind, ...run }] : []
})
const PLACES = IDENTIFIER_KINDS.flatMap(kind => {
  const { place } = kindReaderOf(kind)
  return place ? [{ kind, ...place }] : []
})

const SHORTEST_SEPARATED = 10
const LONGEST = Math.max(...RUNS.map(({ digitsMax }) => digitsMax))
/** Separators inside one number: «45 03 № 123456», «973) 204 - 17». */
const BETWEEN = /^(?:[^\p{L}\d]{0,3}(?:номер|ном|no|n)[^\p{L}\d]{0,3}|[^\p{L}\d]{1,6})$/iu
const BETWEEN_CHARS_MAX = 11
const AROUND_EMAIL = /[\s,;|<>()[\]"'«»/:\\]+/
/** An address with glued text: «a@b.com-раб». */
const ADDRESS = /[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}/g
const EMAIL_CHARS_MAX = 320
/** Hidden addresses: «primerov [at] example.com», «primerov (собака) example точка com». */
const SPELLED_AT =
  /(?<=[A-Za-z0-9_])[ [({<"'«*_-]{0,4}(?:(?<![A-Za-z0-9])at(?![A-Za-z0-9])|(?<!\p{L})(?:эт|собак[аи]|собачк[аи]|dog)(?!\p{L})|＠|©|®)[ \])}>"'»*_-]{0,4}(?=[A-Za-z0-9])/giu
const SPELLED_DOT =
  /[ [({<*_-]{1,3}(?:(?<![A-Za-z0-9])dot(?![A-Za-z0-9])|(?<!\p{L})точка(?!\p{L}))[ \])}>*_-]{1,3}(?=[A-Za-z0-9])/giu
const SPACED_DOT = /(?<=[A-Za-z0-9]) {0,2}\. {0,2}(?=[A-Za-z0-9])/g
/** A search for the address finds such words too: «primerov example.com». */
const BEFORE_DOMAIN =
  /(?<![A-Za-z0-9._%+-])([A-Za-z0-9._%+-]{2,64})[^A-Za-z0-9@]{1,4}((?:[A-Za-z0-9-]{1,63}\.){1,3}[A-Za-z]{2,24})(?![A-Za-z0-9])/g
const MAY_HOLD_DOMAIN = /[A-Za-z0-9][^A-Za-z0-9]{1,12}[A-Za-z]{2}/
/** Anything may stand between series and number. */
const SERIES = /(?<!\d)\d{2}[ .-]?\d{2}(?!\d)/g
const SIX_DIGITS = /(?<!\d)(?:\d{6}|\d{3} \d{3})(?!\d)/g
const MAY_HOLD_SERIES = /(?<!\d)\d{2}[ .-]?\d{2}(?!\d)/
const MAY_HOLD_SIX_DIGITS = /\d{6}|\d{3} \d{3}/
const NUMBERS_BEHIND = 2
/** Skips most texts: the others take a fifth of indexing time. */
const USUAL = /^[ -~А-Яа-яЁё№«»–—]*$/
/** The same without digits, Latin letters and @: nothing to find. */
const WITHOUT_SIGNS = /^[ -/:-?[-`{-~А-Яа-яЁё№«»–—]*$/
const MAY_HOLD_NUMBER = /\d{8}|\d[^\d\p{L}]{1,6}\d|\d[^\d\p{L}]{0,3}(?:н|n)/iu
const LATIN = /[A-Za-z]/
const DIGIT = /\d/
const UNBROKEN = /[\p{L}\d]{17}/u
const VIN_SIGNS = 17
const VIN_DIGITS_MIN = 4
const ALPHANUMERIC = /[\p{L}\d]+/gu

/** Every identifier that running text may hold. Suppression prefers a false match to a miss. */
export function forEachIdentifierIn(written: string, take: TakeIdentifier): void {
  if (WITHOUT_SIGNS.test(written)) return
  const text = USUAL.test(written) ? written : composeText(written).normalize('NFKC')
  const hasLatin = LATIN.test(text)
  if (text.includes('@')) takeEmails(text, take)
  if (hasLatin && MAY_HOLD_DOMAIN.test(text)) takeSpelledEmails(text, take)
  if (!DIGIT.test(text)) return
  if (hasDigits(text, IDENTIFIER_DIGITS_MIN)) {
    if (MAY_HOLD_NUMBER.test(text)) takeNumbers(text, take)
    if (MAY_HOLD_SIX_DIGITS.test(text) && MAY_HOLD_SERIES.test(text)) takePassports(text, take)
  }
  if (text.length >= VIN_SIGNS && hasDigits(text, VIN_DIGITS_MIN) && (hasLatin || UNBROKEN.test(text)))
    takeVins(text, take)
  for (const { kind, mayHold, form } of PLACES)
    if (mayHold.test(text))
      for (const [value] of text.matchAll(form))
        takeValue(kind, kindReaderOf(kind).normalize(value.replace(/[._|/]+/g, ' ')), take)
}

function takeVins(text: string, take: TakeIdentifier): void {
  const groups = text.match(ALPHANUMERIC) ?? []
  for (let first = 0; first < groups.length; first += 1) {
    let signs = 0
    let end = first
    while (end < groups.length && signs < VIN_SIGNS) signs += groups[end++]?.length ?? 0
    if (signs !== VIN_SIGNS) continue
    const vin = groups.slice(first, end).join('')
    if (hasDigits(vin, VIN_DIGITS_MIN)) takeValue('vin', normalizeVin(vin), take)
  }
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

function takeSpelledEmails(text: string, take: TakeIdentifier): void {
  const dotted = text.replace(SPELLED_DOT, '.')
  // A sentence that ends before an address has a spaced dot too.
  for (const each of new Set([dotted, dotted.replace(SPACED_DOT, '.')])) {
    const spelled = each.replace(SPELLED_AT, '@')
    if (spelled.includes('@')) takeEmails(spelled, take)
    for (const [, local = '', domain = ''] of each.matchAll(BEFORE_DOMAIN))
      takeValue('email', normalizeEmail(`${local.replace(/^\.+|\.+$/g, '')}@${domain}`), take)
  }
}

/** Every four digits with the next six, and the six after those. */
function takePassports(text: string, take: TakeIdentifier): void {
  const numbers = [...text.matchAll(SIX_DIGITS)]
  let next = 0
  for (const { 0: series, index } of text.matchAll(SERIES)) {
    while ((numbers[next]?.index ?? text.length) <= index) next += 1
    for (const [number] of numbers.slice(next, next + NUMBERS_BEHIND)) {
      const digits = (series + number).replace(/\D/g, '')
      if (!isPlaceholder(digits)) take('passport', digits)
    }
  }
}

/** Every run of digits, and every number that adjacent runs may form. */
function takeNumbers(text: string, take: TakeIdentifier): void {
  let behind = 0
  const runs = (text.match(/\d+/g) ?? []).map(digits => {
    const index = text.indexOf(digits, behind)
    behind = index + digits.length
    return { digits, index }
  })
  for (const [first, { digits }] of runs.entries()) {
    if (digits.length >= IDENTIFIER_DIGITS_MIN) takeNumber(digits, take)
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
  for (const { kind, form } of RUNS) if (form.test(digits)) take(kind, digits)
}
