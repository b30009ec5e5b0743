import type { Reading } from '#shared/contracts/reading.ts'
import type { Phrase } from '#shared/identity/reading/lexicon/phrases.ts'
import { isLabel, type LexiconTag } from '#shared/identity/reading/lexicon/words.ts'
import { makeReading } from '#shared/identity/reading/reading.ts'
import type { Line, Span } from '#shared/identity/reading/spans.ts'

const COLON = /^[:=]$/
const END = /^[,;|]$/
const wordsReading = (text: string): Reading => makeReading('text', text, text, { confidence: LIKELY })
const LIKELY = 0.55
const VALUE_WORDS_MAX = 12
const WEIGHT = 4
const EACH_WORD = 0.8
const OF_WORDS = 0.4

/** Fields that are not searched, with values: «Источник: демо», up to a sign or label. */
export function fieldsIn(line: Line, phrases: readonly Phrase[], values: readonly Span[]): Span[] {
  const { tokens } = line
  const labels = new Set(phrases.filter(({ tag }) => isLabel(tag)).map(({ from }) => from))
  const withColon = phrases.filter(
    ({ to, tag }) => (tag === 'field' || tag === 'text') && COLON.test(tokens[to]?.text ?? '')
  )
  return [
    ...phrases.flatMap(({ from, to, tag }) =>
      tag === 'field' && to - from > 1 ? numberBehind(from, to) : []
    ),
    ...withColon.map(({ from, to, tag }): Span => {
      let end = to + 1
      while (
        end < tokens.length &&
        end - to <= VALUE_WORDS_MAX &&
        !END.test(tokens[end]?.text ?? '') &&
        !(end > to + 1 && (isNumberApart(end) || values.some(value => value.from === end))) &&
        !labels.has(end) &&
        !isLabelled(end)
      )
        end += 1
      if (tag === 'text') return wordsOf(to + 1, end)
      const isEmpty =
        isOfMarks(to + 1, end) ||
        phrases.some(one => one.tag === 'empty' && one.from === to + 1 && one.to === end)
      return {
        from,
        to: end,
        treatment: isEmpty ? ('skip' as const) : ('drop' as const),
        weight: WEIGHT + (end - from) * EACH_WORD,
        readings: [wordsReading(line.textOf(to + 1, end))]
      }
    })
  ]

  /** «лицевой счёт 13-998719» */
  function numberBehind(from: number, to: number): Span[] {
    if (tokens[to]?.kind !== 'number' || values.some(value => value.from === to)) return []
    let end = to + 1
    while (tokens[end]?.from === tokens[end - 1]?.to && !END.test(tokens[end]?.text ?? ',')) end += 1
    const readings = [wordsReading(line.textOf(to, end))]
    return [{ from, to: end, treatment: 'drop', weight: WEIGHT + (end - from) * EACH_WORD, readings }]
  }

  /** A position or employer is words, unless it names somebody. */
  function wordsOf(from: number, to: number): Span {
    return { from, to, treatment: 'words', weight: OF_WORDS, readings: [wordsReading(line.textOf(from, to))] }
  }

  function isNumberApart(at: number): boolean {
    const [before, token] = [tokens[at - 1], tokens[at]]
    return token?.kind === 'number' && token.from > (before?.to ?? 0)
  }

  function isOfMarks(first: number, last: number): boolean {
    for (let at = first; at < last; at += 1) if (tokens[at]?.kind !== 'mark') return false
    return true
  }

  function isLabelled(at: number): boolean {
    return tokens[at]?.kind === 'word' && COLON.test(tokens[at + 1]?.text ?? '')
  }
}

const SIGN = /^[:=.–—_-]$/
const SAYS_NOTHING = 8
const NO_LABEL = new Set<LexiconTag>(['empty', 'preposition', 'conjunction', 'question', 'event'])

/** Labels without a value: «прежняя фамилия: н/д», «компания —,». */
export function unfilledIn({ tokens }: Line, phrases: readonly Phrase[]): Span[] {
  return phrases.flatMap(({ from, to, tag }) => {
    if (NO_LABEL.has(tag)) return []
    let end = to
    while (SIGN.test(tokens[end]?.text ?? '')) end += 1
    const empty = phrases.filter(one => one.tag === 'empty' && one.from === end)
    const last = Math.max(0, ...empty.map(one => one.to))
    const isOfSigns = end > to && tokens[end - 1]?.text !== '.' && END.test(tokens[end]?.text ?? ',')
    if (last === 0 && !isOfSigns) return []
    return [
      { from, to: last || end, treatment: 'skip', weight: SAYS_NOTHING + (to - from) * 2, readings: [] }
    ]
  })
}
