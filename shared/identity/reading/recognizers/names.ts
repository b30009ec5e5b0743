import { isIdentifierKind } from '#shared/identity/identifiers/words.ts'
import { isNameWord } from '#shared/identity/names/name-word.ts'
import type { Phrase } from '#shared/identity/reading/lexicon/phrases.ts'
import type { LexiconTag } from '#shared/identity/reading/lexicon/words.ts'
import type { Line, Span } from '#shared/identity/reading/spans.ts'
import type { Token } from '#shared/identity/reading/tokens.ts'
import { type NameSpan, nameAt, type Run } from './weigh-name.ts'

const WORDS_MAX = 6
const COMMA_COST = 0.4
const ONLY_INITIALS = /^\p{L}\. \p{L}\.$/u
const isInside = (tag: LexiconTag): boolean => INSIDE.has(tag) || isIdentifierKind(tag)
const INSIDE = new Set<LexiconTag>(['birth', 'address', 'paper'])
const OF_WHOM = new Set<LexiconTag>(['kin', 'role', 'title'])
/** Signs that act as a space: «Примеров/Илья», «Примеров: Илья», pictures, tags. */
const FOREIGN_SIGN = /^(?:[!?:_/\\|…*#~^[\]{}+=•·–—]|\p{So}|\p{Sk}|\p{Sm}|\p{No}|<.*>)$/u
const SIGN_COST = 0.4
/** «Петров Паспорт Иван» */
const INSIDE_COST = 1
const NOTHING: Run['left'] = []

const PARTING = /^[/+|]$/
/** «ген. дир.», «рук. проекта» */
const ABBREVIATION_COST = 4
const isAbbreviation = (tokens: readonly Token[], at: number): boolean => {
  const { text = '', lower = '' } = tokens[at] ?? {}
  const behind = tokens[at + 2]
  if (text.length < 2 || behind === undefined || behind.kind === 'mark' || isNameWord(lower)) return false
  return text === lower || behind.text === behind.lower
}

interface Inside {
  to: number
  weight: number
  former?: string | undefined
}

const NEVER = 2
/** Such a name needs no shorter one inside it. */
const STRONG_WORDS = 2

/**
 * Runs of words that may be a name. Inside a sure name shorter runs are skipped, because they could not be chosen.
 * @param taken Per token 0 when free, 2 when no name may have it.
 */
export function namesIn(
  line: Line,
  costs: ReadonlyMap<number, number>,
  phrases: readonly Phrase[],
  gaps: readonly Span[],
  taken: Uint8Array
): Span[] {
  const { tokens } = line
  const labels = new Map(
    phrases
      .filter(({ tag }) => isInside(tag))
      .map(({ from, to }): [number, Inside] => [from, { to, weight: -INSIDE_COST }])
  )
  for (const { from, to, weight, former } of gaps) labels.set(from, { to, weight, former })
  const around = {
    costs,
    isContext: new Set(phrases.map(({ to }) => to - 1)),
    isWho: new Set(phrases.flatMap(({ to, tag }) => (OF_WHOM.has(tag) ? [to - 1] : []))),
    hasCapitals: /\p{Lu}/u.test(line.text)
  }
  const spans: Span[] = []
  for (let from = 0; from < tokens.length; from += 1) {
    if (tokens[from]?.kind !== 'word' || taken[from] === NEVER) continue
    for (const run of runsFrom(from).reverse()) {
      const span = nameAt(line, run, around)
      if (!span) continue
      spans.push(span)
      if (!isStrong(run, span)) continue
      from = run.to - 1
      break
    }
  }
  return spans

  function isStrong({ from, to, words, cost }: Run, { isSure, isOfPatronymic }: NameSpan): boolean {
    if (words < STRONG_WORDS || cost > 0 || !isSure) return false
    for (let at = from; at < to; at += 1) {
      const { kind, lower = '' } = tokens[at] ?? {}
      if (taken[at] !== 0 || (kind === 'word' && lower.length > 1 && !isOfPatronymic && !isNameWord(lower)))
        return false
    }
    return true
  }

  function runsFrom(from: number): Run[] {
    const runs: Run[] = []
    let words = 0
    let commas = 0
    let isParted = false
    let cost = 0
    let text = ''
    for (let to = from; to < tokens.length && words < WORDS_MAX; to += 1) {
      const token = tokens[to]
      if (!token || token.kind === 'number' || taken[to] === NEVER) break
      const label = to > from ? labels.get(to) : undefined
      if (label !== undefined) spans.push(...runOf(from, label))
      if (token.kind === 'word') {
        words += 1
        text += `${text === '' || text.endsWith('-') ? '' : ' '}${token.text}`
        const isDotted = tokens[to + 1]?.text === '.'
        if (isDotted) text += '.'
        const end = isDotted && token.text.length === 1 ? to + 2 : to + 1
        if (isDotted && isAbbreviation(tokens, to)) cost += ABBREVIATION_COST
        runs.push({ from, to: end, words, cost, text, left: NOTHING, isParted })
      } else if (token.text === ',') {
        commas += 1
        cost += COMMA_COST
        isParted = true
        if (commas > 1 || (words !== 1 && !ONLY_INITIALS.test(text))) break
      } else if (token.text === '-') {
        // «Кому - Примеров Илья»
        if (costs.has(to - 1) && tokens[to - 1]?.to !== token.from) break
        text += '-'
      } else if (FOREIGN_SIGN.test(token.text) && !(token.text === ':' && costs.has(to - 1))) {
        cost += SIGN_COST
        isParted ||= PARTING.test(token.text)
      } else if (token.text !== '.') break
    }
    return runs
  }

  /** Merges words before and after a label into one name. */
  function runOf(from: number, { to: label, weight, former }: Inside): Span[] {
    const names: Span[] = []
    let at = label
    while (tokens[at]?.text === '.' || tokens[at]?.text === ':') at += 1
    let text = ''
    let words = 0
    let begin = from
    for (; begin < tokens.length && !labels.has(begin); begin += 1)
      if (tokens[begin]?.kind === 'word') {
        words += 1
        text += `${text === '' ? '' : ' '}${tokens[begin]?.text}`
      } else if (tokens[begin]?.text !== '.') return []
    for (let to = at; to < tokens.length && words < WORDS_MAX && tokens[to]?.kind === 'word'; to += 1) {
      words += 1
      text += ` ${tokens[to]?.text}`
      const span = nameAt(
        line,
        { from, to: to + 1, words, cost: -weight, text, left: [[begin, label]], isParted: false, former },
        around
      )
      if (span) names.push(span)
    }
    return names
  }
}
