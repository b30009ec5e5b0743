import { isIdentifierKind } from '#shared/identity/identifiers/words.ts'
import { isNameWord } from '#shared/identity/names/name-word.ts'
import { hasObliquePatronymic } from '#shared/identity/names/oblique.ts'
import type { Phrase } from '#shared/identity/reading/lexicon/phrases.ts'
import type { Line, Span } from '#shared/identity/reading/spans.ts'

/* Issuer and date of a document: «выдан ОВД г. Примерска 14.03.2001». */

const ISSUED = /^(?:выдан[аоы]?|выдачи)$/u
const OFFICE =
  /^(?:овд|уфмс|отдел\p{L}{0,6}|увд|умвд|уфмс|гувд|гу|мвд|фмс|ровд|мрэо|гибдд|мро|тп|мп|управлени\p{L})$/u
const ANY_OFFICE = /^(?:отдел|управлени)/u
const OF_POLICE = /^(?:внутренних|полиции|милиции|миграц\p{L}+)$/u
const WORDS_MAX = 9
const BASE = 5
const EACH_WORD = 2
const NAME_INSIDE = 2
const OF_PAPER = 1.5
const WITH_DATE = 6
/** «500-001» beside a passport */
const SUBDIVISION = /(?<![\d-])(?:(?:код(?: подр(?:азделения|\.))?|к\/п) ?:? ?)?\d{3} ?- ?\d{3}(?![\d-])/giu

/** Several ends, because a name may follow. */
export function issuedByIn(
  line: Line,
  phrases: readonly Phrase[],
  dates: readonly Span[],
  values: readonly Span[]
): Span[] {
  const spans = subdivisions(line, values)
  const { tokens } = line
  const isOther = (at: number): boolean =>
    phrases.some(({ from, to, tag }) => from === at && to > from && isStop(tag))
  for (const [at, { lower }] of tokens.entries()) {
    if (!ISSUED.test(lower) && !OFFICE.test(lower)) continue
    let names = 0
    const add = (from: number, to: number, words: number, more: number): void => {
      spans.push({
        from,
        to,
        treatment: 'drop',
        weight:
          BASE +
          words * EACH_WORD +
          more -
          names * NAME_INSIDE +
          (ISSUED.test(tokens[from]?.lower ?? '') ? OF_PAPER : 0),
        readings: []
      })
    }
    const before = dates.filter(
      ({ from, to }) =>
        !isBehindName(line, from) && (to === at || (to === at - 1 && tokens[to]?.kind === 'mark'))
    )
    let words = 0
    let hasDate = false
    const isOffice = (word: string): boolean =>
      (OFFICE.test(word) && (ISSUED.test(lower) || !ANY_OFFICE.test(word))) || OF_POLICE.test(word)
    let hasOffice = isOffice(lower)
    for (let to = at + 1; to <= tokens.length && words <= WORDS_MAX; to += 1) {
      words += 1
      if (hasOffice) {
        add(at, to, words, hasDate ? WITH_DATE : 0)
        for (const date of before) add(date.from, to, words, WITH_DATE)
        for (const date of dates)
          if (date.from === to || (date.from === to + 1 && tokens[to]?.kind === 'mark'))
            add(at, date.to, words, WITH_DATE)
      }
      // «выдан 12.04.2001 ОВД»
      const dated = hasOffice ? undefined : dates.find(({ from }) => from === to)
      if (dated) {
        to = dated.to - 1
        hasDate = true
        continue
      }
      const next = tokens[to]
      if (!next || isOther(to) || values.some(value => value.from === to)) break
      // «ГИБДД 5001»
      if (next.kind === 'number' && !(next.text.length === 4 && OFFICE.test(tokens[to - 1]?.lower ?? '')))
        break
      if (next.kind === 'mark' && !/^[.№–—:-]$/.test(next.text)) break
      if (next.kind === 'mark') words -= 1
      else if (CAPITAL.test(next.text) && isOfName(next.lower) && tokens[to - 1]?.text !== '.') names += 1
      hasOffice ||= isOffice(next.lower)
    }
  }
  return spans
}

/** «УВД Твери Примерову Илье Андреевичу» */
const isOfName = (word: string): boolean =>
  isNameWord(word) || OBLIQUE_SURNAME.test(word) || hasObliquePatronymic(word)
const OBLIQUE_SURNAME = /(?:[оеё]в|[иы]н)(?:у|ым|ой)$/u
const CAPITAL = /^\p{Lu}\p{Ll}/u

/** «Примеров Илья 14.03.1981 выдан паспорт» has a birth date. */
export function isBehindName({ tokens }: Line, date: number): boolean {
  const { text = '', lower = '' } = tokens[tokens[date - 1]?.text === ',' ? date - 2 : date - 1] ?? {}
  return CAPITAL.test(text) && isNameWord(lower)
}
const isStop = (tag: Phrase['tag']): boolean => STOPS.has(tag) || isIdentifierKind(tag)
const STOPS = new Set<Phrase['tag']>(['birth', 'address', 'field'])

function subdivisions(line: Line, values: readonly Span[]): Span[] {
  const passports = values.filter(({ readings }) => readings.some(({ kind }) => kind === 'passport'))
  if (passports.length === 0) return []
  const isNear = (from: number, to: number): boolean =>
    passports.some(
      one => (one.to <= from && from - one.to <= MARKS_MAX) || (one.from >= to && one.from - to <= MARKS_MAX)
    )
  return [...line.text.matchAll(SUBDIVISION)].flatMap(({ 0: text, index }): Span[] => {
    const [from, to] = [line.tokenAt(index), line.tokenAt(index + text.length)]
    const isLabelled = /\p{L}/u.test(text)
    return isLabelled || isNear(from, to) ? [{ from, to, treatment: 'drop', weight: BASE, readings: [] }] : []
  })
}
/** Between a passport and the office: a comma. */
const MARKS_MAX = 1
