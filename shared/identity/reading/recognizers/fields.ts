import type { Reading } from '#shared/contracts/reading.ts'
import type { Phrase } from '#shared/identity/reading/lexicon/phrases.ts'
import { isLabel } from '#shared/identity/reading/lexicon/words.ts'
import { makeReading } from '#shared/identity/reading/reading.ts'
import type { Line, Span } from '#shared/identity/reading/spans.ts'

const COLON = /^[:=]$/
const END = /^[,;|]$/
const wordsReading = (text: string): Reading => makeReading('text', text, text, { confidence: LIKELY })
const LIKELY = 0.55
const VALUE_WORDS_MAX = 12
const WEIGHT = 4
const EACH_WORD = 0.8

/** Fields that are searched nowhere, with their values: «Источник: демо», up to a sign or the next label. */
export function fieldsIn(line: Line, phrases: readonly Phrase[], values: readonly Span[]): Span[] {
  const { tokens } = line
  const labels = new Set(phrases.filter(({ tag }) => isLabel(tag)).map(({ from }) => from))
  return phrases
    .filter(({ to, tag }) => tag === 'field' && COLON.test(tokens[to]?.text ?? ''))
    .map(({ from, to }) => {
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

  /** The number of a person behind the value. */
  function isNumberApart(at: number): boolean {
    const [before, token] = [tokens[at - 1], tokens[at]]
    return token?.kind === 'number' && token.from > (before?.to ?? 0)
  }

  function isOfMarks(first: number, last: number): boolean {
    for (let at = first; at < last; at += 1) if (tokens[at]?.kind !== 'mark') return false
    return true
  }

  /** «Имя:» */
  function isLabelled(at: number): boolean {
    return tokens[at]?.kind === 'word' && COLON.test(tokens[at + 1]?.text ?? '')
  }
}
