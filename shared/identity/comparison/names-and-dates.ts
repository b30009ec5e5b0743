import type { CompareTone, FieldCode } from '#shared/contracts/compare.ts'
import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { capitalized } from '#shared/identity/identifiers/words.ts'
import { compareDates, isFullDate } from '#shared/identity/matching/compare-dates.ts'
import { compareNames, type NameComparison } from '#shared/identity/matching/compare-names.ts'
import { dateAlone, nameAndDate, sentenceText } from '#shared/identity/matching/sentences.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { NOT_COMPARABLE, NOT_FULL_DATE_TEXTS } from './texts.ts'

export interface Judgement {
  tone: CompareTone
  code: FieldCode
  text: string
  sentence: string | null
  may_differ?: true
}

export const namesAgree = (a: PersonName, b: PersonName): boolean => {
  const { contradicts, agrees } = compareNames(a, b)
  return contradicts.length === 0 && Object.keys(agrees).length > 0
}

export const datesAgree = (a: PartialDate, b: PartialDate): boolean => {
  const agreement = compareDates([a], [b])?.agreement
  return agreement === 'equal' || agreement === 'exchanged' || agreement === 'year'
}

/** Judges the two spellings that agree best. */
export const judgeNames = (a: readonly PersonName[], b: readonly PersonName[]): Judgement => {
  let best: NameComparison | null = null
  for (const one of a)
    for (const other of b) {
      const comparison = compareNames(one, other)
      if (!best || comparison.score > best.score) best = comparison
    }
  if (best && best.contradicts.length > 0) {
    const differing = best.remarks.filter(({ tone }) => tone === 'contradict')
    const text = capitalized(differing.map(remark => remark.text).join(', '))
    return { tone: 'differ', code: differing[0]?.code ?? 'other_name', text, sentence: text }
  }
  if (!best || Object.keys(best.agrees).length === 0)
    return { tone: 'missing', code: 'no_name', text: NOT_COMPARABLE, sentence: null }
  const sentence = nameAndDate(best, undefined)
  const rest = best.remarks.filter(remark => !sentence.includes(remark)).map(remark => remark.text)
  const text = capitalized([sentenceText(sentence), ...rest].join('; '))
  return { tone: 'agree', code: sentence[0].code, text, sentence: text }
}

const lacking = (a: readonly PartialDate[], b: readonly PartialDate[]): 'a' | 'b' | 'both' | null => {
  const [ours, theirs] = [a.some(isFullDate), b.some(isFullDate)]
  if (ours && theirs) return null
  return ours ? 'b' : theirs ? 'a' : 'both'
}

export const judgeDates = (a: readonly PartialDate[], b: readonly PartialDate[]): Judgement => {
  const date = compareDates(a, b)
  if (!date) return { tone: 'missing', code: 'no_birth_date', text: NOT_COMPARABLE, sentence: null }
  const sentence = dateAlone(date)
  const code: FieldCode = sentence[0].code
  const text = capitalized(sentenceText(sentence))
  if (date.agreement === 'differs' || date.agreement === 'one_part')
    return { tone: 'differ', code, text, sentence: text }
  const side = date.agreement === 'year' ? lacking(a, b) : null
  const rest = side ? `; ${NOT_FULL_DATE_TEXTS[side]}` : ''
  return { tone: 'agree', code, text: text + rest, sentence: text }
}
