import { monthOf } from '#shared/identity/identifiers/months.ts'
import { isIdentifierKind } from '#shared/identity/identifiers/words.ts'
import { isNameWord } from '#shared/identity/names/name-word.ts'
import { isParticle } from '#shared/identity/names/particles.ts'
import { isDocument, isParticiple } from '#shared/identity/reading/lexicon/documents.ts'
import type { Phrase } from '#shared/identity/reading/lexicon/phrases.ts'
import type { LexiconTag } from '#shared/identity/reading/lexicon/words.ts'
import type { Line, Span } from '#shared/identity/reading/spans.ts'
import { isBehindName } from './issued-by.ts'

const WORDS_MAX = 9
const BEFORE_DATE = 4.2
const EACH_WORD = 0.5
/** «зарегистрирован 12.05.2010 по адресу» */
const LIVES = /^(?:прописан|зарегистрирован|проживает)/u
/** After a document that is no surname. */
const GOES_ON = /^(?:[:№]|от|на|с|со|до|по|в|о|об)$/u
/** Only a birth date has these behind it. */
const IS_BORN = /(?:г\.? ?р|рожд)\p{L}*\.?$/iu
const NAME_INSIDE = 1.5
const ADJECTIVE = /(?:ск|жн|нн|дн|льн|зн)(?:ого|ому|им|ым|ом|ой|ая|ое|ий|ый)$/u
const PREPOSITION = /^(?:от|с|со|по|до|на|в|к|за)$/u
/** May follow any date, also of birth. */
const OF_DATE = /^(?:г|гг|года?|году|рожд|рождения|р|лет)$/u
const APART = /^[,;|]$/u
const OF_PERSON = new Set<LexiconTag>(['birth', 'question', 'title', 'role', 'kin', 'name', 'address'])
const isLabelOfValue = (tag: LexiconTag): boolean => tag === 'empty' || isIdentifierKind(tag)

/** A date of an event: a word that no name has beside it, without a comma between. */
export function clausesIn(
  line: Line,
  dates: readonly Span[],
  phrases: readonly Phrase[],
  values: readonly Span[]
): Span[] {
  const { tokens } = line
  const isOfPerson = (at: number): boolean =>
    phrases.some(({ from, to, tag }) => from <= at && at < to && OF_PERSON.has(tag))
  const isOfValue = (at: number): boolean =>
    phrases.some(({ from, to, tag }) => from <= at && at < to && isLabelOfValue(tag))
  const hasCapitals = /\p{Lu}\p{Ll}/u.test(line.text)

  const hasTag = (at: number, wanted: LexiconTag): boolean =>
    phrases.some(({ from, to, tag }) => from <= at && at < to && tag === wanted)

  const isOfPersonsNumber = (from: number, to: number): boolean =>
    line.textOf(from, to).replace(/\P{N}/gu, '').length > 5 || line.textOf(from, to).includes('@')

  /** The word names an event or document, and is no name or label. */
  const isOfClause = (at: number): boolean => {
    const token = tokens[at]
    if (token?.kind !== 'word') return false
    const { lower } = token
    if (monthOf(lower) > 0 || lower === 'го') return false
    if (hasTag(at, 'event') || LIVES.test(lower)) return true
    if (isOfPerson(at)) return false
    if (hasTag(at, 'paper'))
      return !/^\p{Lu}\p{Ll}/u.test(token.text) || GOES_ON.test(tokens[at + 1]?.lower ?? '')
    if (OF_DATE.test(lower) || isParticle(lower) || (token.text.length === 1 && /\p{Lu}/u.test(token.text)))
      return false
    if (PREPOSITION.test(lower) || isDocument(lower) || isParticiple(lower)) return true
    if (/^\p{Lu}{2,5}$/u.test(token.text)) return hasCapitals && !isNameWord(lower)
    return hasCapitals && /^\p{Ll}\P{Lu}*$/u.test(token.text) && !isNameWord(lower)
  }
  /** «бригадир 14.03.1981» says nothing about the date. */
  const isSure = (at: number): boolean => {
    const { lower = '', text = '' } = tokens[at] ?? {}
    return (
      hasTag(at, 'event') ||
      hasTag(at, 'paper') ||
      LIVES.test(lower) ||
      PREPOSITION.test(lower) ||
      isDocument(lower) ||
      isParticiple(lower) ||
      text !== lower
    )
  }

  const spans: Span[] = []
  const add = (from: number, to: number, words: number): void => {
    spans.push({ from, to, treatment: 'drop', weight: BEFORE_DATE + words * EACH_WORD, readings: [] })
  }
  for (const date of [...dates, ...otherDates(line, dates)]) {
    if (IS_BORN.test(line.textOf(date.from, date.to))) continue
    // «с 01.02.2015 по 05.06.2023»
    for (const to of [date.to, ...endsOfPeriod(date)]) clauseTo(date.from, behindNumber(to))
  }
  return spans

  function clauseTo(from: number, to: number): void {
    let words = 0
    let isTold = false
    let names = 0
    for (let at = from - 1; at >= 0 && words < WORDS_MAX; at -= 1) {
      const token = tokens[at]
      if (
        !token ||
        APART.test(token.text) ||
        values.some(({ from, to }) => from <= at && at < to && isOfPersonsNumber(from, to)) ||
        (isOfPerson(at) && !isOfClause(at))
      )
        break
      if (token.kind !== 'word') continue
      words += 1
      const tells = isOfClause(at)
      // «сварщик Нгуен Тхань 07.07.1977»: an unknown word says nothing about the date.
      isTold ||= tells && (isSure(at) || (words > 1 && names === 0))
      if (!tells && /^\p{Lu}\p{Ll}/u.test(token.text))
        names += ADJECTIVE.test(token.lower) ? 0.3 : isNameWord(token.lower) ? 1.4 : 0.8
      // «на 14.03.1981» alone may be anything.
      if (at === 0 && to === tokens.length && PREPOSITION.test(token.lower) && words === 1) break
      if (isTold && (tells || !isNameWord(token.lower)))
        add(at, to, words - (names * NAME_INSIDE) / EACH_WORD)
    }
    const isOfName = isBehindName(line, from)
    let behind = 0
    let end = to
    while (tokens[end]?.kind === 'mark' && /^[(–—-]$/u.test(tokens[end]?.text ?? '')) end += 1
    for (
      let at = end;
      at < Math.min(tokens.length, end + 4) &&
      isOfClause(at) &&
      tokens[at + 1]?.text !== ':' &&
      !isOfValue(at) &&
      !LIVES.test(tokens[at]?.lower ?? '');
      at += 1
    ) {
      behind += 1
      // «Примеров Илья 14.03.1981 выдан паспорт»
      if (isOfName && tokens[to]?.text !== '(' && (behind > 1 || tokens[at + 1]?.kind === 'word')) break
      add(from, tokens[at + 1]?.text === ')' ? at + 2 : at + 1, behind)
    }
  }

  /** «от 12.03.2020 № 77 АВ 1234567» */
  function behindNumber(to: number): number {
    if (tokens[to]?.text !== '№') return to
    let at = to + 1
    while (at < to + 6 && OF_NUMBER.test(tokens[at]?.text ?? '')) {
      at += 1
      if ((tokens[at - 1]?.text.length ?? 0) > 2) break
    }
    return at
  }

  function endsOfPeriod({ to }: Pick<Span, 'to'>): number[] {
    const next = tokens[to]?.kind === 'mark' ? to + 1 : to
    const at = PERIOD.test(tokens[next]?.lower ?? '') ? next + 1 : tokens[to]?.text === '-' ? to + 1 : -1
    return at < 0 ? [] : dates.filter(({ from }) => from === at).map(other => other.to)
  }
}
const OTHER_DATE = /(?<![\d./-])(?:\d{1,2}[./-]\d{1,2}[./-]\d{4}|(?:19|20)\d{2})(?![\d./-])/gu
function otherDates(line: Line, dates: readonly Span[]): Pick<Span, 'from' | 'to'>[] {
  return [...line.text.matchAll(OTHER_DATE)]
    .map(({ 0: text, index }) => ({ from: line.tokenAt(index), to: line.tokenAt(index + text.length) }))
    .filter(other => !dates.some(({ from }) => from === other.from))
}
const OF_NUMBER = /^(?:\d+|\p{Lu}{1,2}|[/-])$/u
const PERIOD = /^(?:по|до)$/u
