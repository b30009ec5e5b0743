import type { NameParts } from '#shared/identity/names/assign-name-parts.ts'
import type { Phrase } from '#shared/identity/reading/lexicon/phrases.ts'
import { nameReading } from '#shared/identity/reading/recognizers/recognize-name.ts'
import type { Line, Span } from '#shared/identity/reading/spans.ts'

const PART_OF: Record<string, keyof NameParts> = { фамилия: 'surname', имя: 'given', отчество: 'patronymic' }
const WORDS_MAX = 3
const SIGN = /^[:=–—-]$/u
const BETWEEN = /^[,;|.]$/u
const SURE = 0.97
const EACH_PART = 4

/** «Фамилия: Примеров, Имя: Илья», from first label to last value. */
export function labelledNames(line: Line, phrases: readonly Phrase[]): Span[] {
  const { tokens } = line
  const partAt = (at: number) => (tokens[at]?.kind === 'word' ? PART_OF[tokens[at]?.lower ?? ''] : undefined)
  const isLabel = (at: number) =>
    partAt(at) !== undefined || phrases.some(({ from, tag }) => from === at && tag !== 'role')
  const spans: Span[] = []
  for (let from = 0; from < tokens.length; from += 1) {
    const name: NameParts = {}
    let at = from
    let end = from
    for (let part = partAt(at); part && name[part] === undefined; part = partAt(at)) {
      at += 1
      while (SIGN.test(tokens[at]?.text ?? '')) at += 1
      const first = at
      while (at - first < WORDS_MAX && tokens[at]?.kind === 'word' && !isLabel(at)) at += 1
      if (at === first) break
      name[part] = line.textOf(first, at).toLowerCase()
      end = at
      while (BETWEEN.test(tokens[at]?.text ?? '')) at += 1
    }
    if (end === from) continue
    const count = Object.keys(name).length
    const reading = nameReading(name, line.textOf(from, end), { confidence: SURE })
    spans.push({ from, to: end, treatment: 'value', weight: count * EACH_PART, readings: [reading] })
    from = end - 1
  }
  return spans
}
