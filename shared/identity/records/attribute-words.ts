import { parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { NO_TEXTS } from '#shared/identity/text/lists.ts'
import { forEachToken } from '#shared/identity/text/tokenize.ts'
import { countriesIn } from './cells/countries.ts'
import type { FieldsByKind } from './fields-by-kind.ts'
import { type Attributes, WORDED_KINDS } from './types.ts'

const TEXTS = [...WORDED_KINDS, 'other', 'record_number', 'passport_number', 'address_link'] as const

/** Values that could not be parsed stay findable as words. */
export const unparsedValues = (
  fields: FieldsByKind,
  { identifiers, birthDates }: Pick<Attributes, 'identifiers' | 'birthDates'>
): readonly string[] => {
  let texts: readonly string[] = NO_TEXTS
  const add = (values: readonly string[] | undefined, parsed: readonly unknown[]): void => {
    if (values && parsed.length < values.length) texts = [...texts, ...values]
  }
  for (const kind of IDENTIFIER_KINDS) add(fields[kind], identifiers[kind])
  add(fields.birth_date, birthDates)
  return texts
}

/** @param unparsed Values that do not fit the kind of their column. */
export const runningTexts = (
  fields: FieldsByKind,
  unparsed: readonly string[],
  besideNames: readonly string[]
): string[] => {
  const texts: string[] = []
  for (const kind of TEXTS) {
    const values = fields[kind]
    if (values) texts.push(...values)
  }
  texts.push(...unparsed)
  for (const text of besideNames) if (fields.birth_date || !parseBirthDate(text)) texts.push(text)
  return texts
}

export const collectWords = (fields: FieldsByKind, texts: readonly string[]): string[] => {
  const words = new Set<string>()
  const add = (word: string) => words.add(word)
  for (const text of texts) forEachToken(text, add)
  for (const text of fields.other ?? NO_TEXTS) addNumbers(text, add)
  for (const text of fields.address ?? NO_TEXTS) addJoinedNames(text, add)
  for (const text of fields.citizenship ?? NO_TEXTS)
    for (const country of countriesIn(text)) forEachToken(country, add)
  for (const text of fields.passport_series ?? NO_TEXTS) forEachToken(joinedSeries(text), add)
  return [...words]
}

const HYPHENED = /\p{L}+(?:-\p{L}+)+/gu

/** «Санкт-Петербург» is found as «Санктпетербург» too. */
const addJoinedNames = (text: string, add: (word: string) => void): void => {
  if (!text.includes('-')) return
  for (const [name] of text.matchAll(HYPHENED)) forEachToken(name.replaceAll('-', ''), add)
}

/** «45 03» and «4503» are one series. */
const joinedSeries = (series: string): string => series.replace(/\s/g, '')

/** What separates several values in one field. */
export const SEPARATORS = /[;|\n\r]+|,(?=\s|\+|\d{10})|\s\/\s/u
const SEPARATED_NUMBER = /^[+(]{0,2}\d+(?:[ ().№/-]{1,3}\d+){1,6}$/
/** One digit more than a date. */
const SHORTEST_NUMBER = 9
const LONGEST_NUMBER = 15

/** «+7 973 204-17-40» is also the word 79732041740, because queries separate digits differently. */
const addNumbers = (text: string, add: (word: string) => void): void => {
  if (!/\d{2}\D{1,3}\d/.test(text)) return
  for (const part of text.split(SEPARATORS)) {
    const digits = SEPARATED_NUMBER.test(part.trim()) ? part.replace(/\D/g, '') : ''
    if (digits.length >= SHORTEST_NUMBER && digits.length <= LONGEST_NUMBER) forEachToken(digits, add)
  }
}
