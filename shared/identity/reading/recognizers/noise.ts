import type { Reading } from '#shared/contracts/reading.ts'
import { isPlaceholderNumber, isPlaceholderPhone } from '#shared/identity/identifiers/placeholder.ts'
import { makeReading } from '#shared/identity/reading/reading.ts'
import type { Line, Recognizer, Span } from '#shared/identity/reading/spans.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'

interface Form {
  /** Required for a match. */
  may: RegExp
  pattern: RegExp
  weight: number
  treatment: 'drop' | 'skip'
  note?: string
  isOfLetter?: boolean
  /** Searched when there is nothing else. */
  isField?: true
}

const SIGN = '(?!\\p{L})\\.?[ :№=–—-]{0,4}'
const ACCOUNT =
  '(?:[рк]/сч?|[рк]/ ?сч[её]т|(?:расч(?:[её]тный|\\.)|кор(?:р(?:еспондентский)?)?\\.?|банковский) ?(?:сч[её]т|сч?\\.)|корр?сч[её]т)'
const BANK = '(?:,? (?:в|банк:?) [^\\d;:]{2,60}?(?=[ ,]{1,2}(?:бик|[рк]/с|кор))|)'

const FORMS: Form[] = [
  {
    // «доб. 114» of a telephone
    may: /доб|вн|ext/i,
    pattern:
      /(?<!\p{L})\(?(?:раб\. )?(?:доб(?:авочн\p{L}{2,3})?|вн(?:утренний)?|ext)\.?(?: номер)?[ :]{0,2}\d{1,6}(?!\d)\)?/giu,
    weight: 4,
    treatment: 'drop',
    note: READING_NOTES.extension
  },
  {
    // «12.» of a row before a name
    may: /^(?:№|\d)/,
    pattern: /^(?:№ ?)?(?!(?:19|20)\d{2}(?!\d))\d{1,6}[.)]?(?=[ ,;|]+\p{L}{2})/gu,
    weight: -0.2,
    treatment: 'drop',
    note: READING_NOTES.rowNumber
  },
  {
    // Printed on invoices; no record has it.
    may: /\d{5}|\d{3} \d/,
    pattern: new RegExp(
      `(?<![\\p{L}\\d/])(?:${ACCOUNT}${SIGN}\\d(?:[ .]?\\d){19}(?!\\d)${BANK}|(?:бик|bic) ?(?:банка)?${SIGN}\\d{9}(?!\\d)|кпп${SIGN}\\d{9}(?!\\d)|(?:окпо|октмо|окато)${SIGN}\\d{8,14}(?!\\d))`,
      'giu'
    ),
    weight: 14,
    treatment: 'drop'
  },
  {
    may: /паспорта/i,
    pattern:
      /(?:серия паспорта ?:? ?\d{2} ?\d{2}(?! ?[\d№]|,? (?:и )?номер)|номер паспорта ?:? ?\d{6}(?!\d))/giu,
    weight: 4,
    treatment: 'drop',
    isField: true
  },
  {
    may: /уважени|пожелани|искренне|всегда|заранее|добр|здравствуйте|уважаем|regards|sincerely/i,
    pattern:
      /(?<![\p{L}\d])(?:(?:с (?:глубоким )?|со всем )уважением|с наилучшими пожеланиями|искренне ваш[аи]?|всегда ваш[аи]?|заранее (?:спасибо|благодар(?:ю|ен|на|им))|добр(?:ый|ого) (?:день|дня|вечер|вечера)|доброе утро|доброго (?:утра|времени суток)|здравствуйте|уважаем(?:ый|ая|ые)|(?:best|kind) regards|sincerely(?: yours)?)(?!\p{L})/giu,
    weight: 3,
    treatment: 'skip',
    isOfLetter: true
  },
  {
    // A subject line may hold numbers of documents.
    may: /тема|subject/i,
    pattern:
      /(?<![\p{L}\d])(?:тема(?: письма)?|subject) ?: ?(?:(?! \p{Lu}\p{L}+ \p{Lu}\p{L}+)(?! \p{L}+ ?:)(?:(?<![\d./-])(?:\d{1,7}\/\d{2,4}|№ ?\d{1,7})(?![\d./-]| ?\d)|[^,;:|@\d])){0,90}/giu,
    weight: 14,
    treatment: 'drop'
  },
  {
    may: /:/,
    pattern: /(?<![\p{L}\d])(?:от(?: кого)?|кому|копия|from|to|cc) ?:(?= ?\p{L})/giu,
    weight: 2,
    treatment: 'skip',
    isOfLetter: true
  }
]

const NUMBER = /(?<![\p{L}\d]|[\p{L}\d][-/.])[+(]{0,2}\d[\d ()+.-]{3,30}\d(?![\p{L}\d])/gu
const SPACED = /[^ ]+/g
const DATE_SHAPE = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/
const FILLER = 3
/** «000000» may be a postcode. */
const POSTCODE_DIGITS = 6
const LEAST_DIGITS = 5
const NO_PASSPORT = /^\d{2} ?\d{2} ?0{6}$/

/** Extensions, row numbers, accounts, words of letters, fillers. */
export const recognizeNoise: Recognizer = line => [
  ...FORMS.filter(({ may }) => may.test(line.text)).flatMap(({ pattern, ...form }) =>
    [...line.text.matchAll(pattern)].map(({ 0: text, index }) => spanOf(line, index, text, form))
  ),
  ...(/\d/.test(line.text) ? fillers(line) : [])
]

/** Not inside a word. */
const endOf = (line: Line, end: number): number =>
  /[\p{L}\d]/u.test(line.text[end - 1] ?? '') && /[\p{L}\d@]/u.test(line.text[end] ?? '')
    ? line.text.lastIndexOf(' ', end)
    : end

const numberOf = (text: string): Reading => {
  const number = text.replace(/^\D+/, '')
  return makeReading('text', number, number)
}

const spanOf = (
  line: Line,
  at: number,
  text: string,
  { weight, treatment, note, isField }: Omit<Form, 'pattern' | 'may'>
): Span => ({
  from: line.tokenAt(at),
  to: line.tokenAt(endOf(line, at + text.length)),
  treatment,
  weight,
  readings: isField ? [numberOf(text)] : [],
  ...(note !== undefined && { note })
})

/** «0000000000», «+7 999 999-99-99» */
function fillers(line: Line): Span[] {
  const least = /\p{L}/u.test(line.text) ? POSTCODE_DIGITS + 1 : LEAST_DIGITS
  const isFiller = (number: string): boolean => {
    const digits = number.replace(/\D/g, '')
    if (NO_PASSPORT.test(number)) return true
    return digits.length >= least && (isPlaceholderPhone(digits) || isPlaceholderNumber(digits))
  }
  return [...line.text.matchAll(NUMBER)].flatMap(({ 0: run, index }) => {
    if (DATE_SHAPE.test(run)) return []
    const runs = isFiller(run)
      ? [{ text: run, at: index }]
      : [...run.matchAll(SPACED)]
          .filter(({ 0: number }) => isFiller(number))
          .map(({ 0: text, index: within }) => ({ text, at: index + within }))
    return runs.map(({ text, at }) =>
      spanOf(line, at, text, {
        weight: FILLER,
        treatment: 'drop',
        note: `${READING_NOTES.unsearched}: ${text}`
      })
    )
  })
}

const LETTER = FORMS.filter(({ isOfLetter }) => isOfLetter).map(({ pattern }) => pattern)

/** A greeting or header of a letter. */
export const isCorrespondence = (text: string): boolean => LETTER.some(pattern => text.search(pattern) >= 0)
