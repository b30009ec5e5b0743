import { withLettersNoted } from '#shared/identity/reading/letters.ts'
import {
  checkedReadings,
  DIGITS_MAX,
  isInnWithKpp,
  numberReadings
} from '#shared/identity/reading/recognizers/weigh-number.ts'
import type { Line, Recognizer, Span } from '#shared/identity/reading/spans.ts'
import { phonesInCell } from '#shared/identity/records/cells/phones.ts'
import { valueAt } from './patterned.ts'
import { readPhone } from './read-identifier.ts'

const DIGITS_MIN = 8
const INN_WITH_KPP_DIGITS = 19
const OF_NUMBER = /^(?:[\d -]+|[().+/№])$/
const BEFORE = /[\p{L}\d@_+]$|[\p{L}\d][-/.]$/u
const BEHIND = /^[\p{L}\d@_]|^[-/.]\d/u

/** Phones and numeric identifiers in any usual grouping. */
export const recognizeNumbers: Recognizer = line => {
  const spans: Span[] = []
  const { tokens, text } = line
  for (let from = 0; from < tokens.length; from += 1) {
    const first = tokens[from]
    if (!first || (first.kind !== 'number' && first.text !== '+' && first.text !== '(')) continue
    if (BEFORE.test(text.slice(Math.max(0, first.from - 2), first.from))) continue
    let digits = 0
    for (let to = from; to < tokens.length; to += 1) {
      const token = tokens[to]
      if (!token) break
      if (token.kind === 'word' && digits === SERIES && NUMBER.test(token.text)) continue
      const own = line.digits.slice(token.from, token.to)
      if (!OF_NUMBER.test(own)) break
      const count = own.replace(/\D/g, '').length
      if (count === 0 && token.kind === 'mark') continue
      digits += count
      if (digits > INN_WITH_KPP_DIGITS) break
      if (digits < DIGITS_MIN || BEHIND.test(text.slice(token.to, token.to + 2))) continue
      const span = numberAt(line, first.from, token.to, digits)
      if (span) spans.push(span)
    }
  }
  return spans
}

/** «45 03 No 123456» */
const SERIES = 4
const NUMBER = /^(?:n|no|номер)$/iu
const NUMBER_WORD = /(?<=\d) ?(?:no?|номер)\.? ?(?=\d)/iu
const ENDING = /\d\/\d{2}$/
const SURE = 0.95
/** Two phones weigh as much as each alone, so a label does not move their end. */
const EACH_PHONE = 3.4
/** Dialling from abroad: «8 10 7 …» and «007 …» are «+7 …». */
const ABROAD = /^(?:8[ -]{0,2}10[ -]{0,2}(?=\d)|00[ -]{0,2}(?=[1-9](?:[ ()-]*\d){10,12}$))/

function numberAt(line: Line, from: number, to: number, digits: number): Span | null {
  const text = line.digits.slice(from, to).trimEnd()
  const typed = text.replace(NUMBER_WORD, ' № ')
  const written = ABROAD.test(typed) ? typed.replace(ABROAD, '+') : typed
  const shaped = digits <= DIGITS_MAX || isInnWithKpp(written) ? numberReadings(written) : []
  // «8-973-611-00-22/23»
  const phones = ENDING.test(typed) ? phonesInCell(typed) : []
  const several = phones.length > 1 ? phones.flatMap(phone => readPhone(phone, SURE) ?? []) : []
  const readings =
    several.length > 1 ? several : shaped.length > 0 || digits < 10 ? shaped : checkedReadings(written)
  if (readings.length === 0) return null
  const noted = withLettersNoted(line, from, to, readings)
  return valueAt(line, from, to, noted, several.length > 1 ? (several.length - 1) * EACH_PHONE : 0)
}
