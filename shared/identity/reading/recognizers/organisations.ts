import { ORGANISATION_WORDS, SHORT_FORMS, WHOLE_FORM } from '#shared/identity/organisations/legal-forms.ts'
import { makeReading } from '#shared/identity/reading/reading.ts'
import type { Line, Recognizer, Span } from '#shared/identity/reading/spans.ts'
import { memoize } from '#shared/identity/text/memoize.ts'

const QUOTED = /[«"“][^«»"“”]{1,120}(?:«[^«»]{1,60}»{1,2}|[»"”])/gu
const LIKELY = 0.85
const WORDS_MAX = 4
const FORM = 3.5
const EACH_WORD = 0.9
const WITH_QUOTES = 9
const OF_WORD = 1.5
const LONE_WORD = 3.4
/** Names that begin like a label. */
const FIRMS = new Set(['почта россии', 'почта банк'])
const FIRM = 6
const COMPANIONS = /^(?:партнер\p{L}{0,3}|сыновья|ко|к°|компания)$/u
const TOGETHER = 4
const WORDS = new RegExp(`^(?:${ORGANISATION_WORDS})$`, 'iu')
const isOfOrganisation = memoize((word: string): boolean => WORDS.test(word))
const WHOLE = new RegExp(WHOLE_FORM, 'giu')
const MAY_BE_WHOLE = /обществ|организаци|предприяти|учреждени|товариществ/i

/** A legal form with a quoted name or adjacent words, and words of organisations. */
export const recognizeOrganisations: Recognizer = line => {
  const { tokens } = line
  const spans: Span[] = []
  const add = (from: number, to: number, weight: number): void => {
    const text = line.textOf(from, to)
    const readings = [makeReading('text', text, text, { confidence: LIKELY })]
    spans.push({ from, to, treatment: 'words', weight, readings })
  }
  const rangeOf = ({ 0: text, index }: RegExpMatchArray) => ({
    from: line.tokenAt(index ?? 0),
    to: line.tokenAt((index ?? 0) + text.length)
  })
  const quotes = [...line.text.matchAll(QUOTED)].map(rangeOf)
  const forms = MAY_BE_WHOLE.test(line.text) ? [...line.text.matchAll(WHOLE)].map(rangeOf) : []
  for (const [at, { lower, kind }] of tokens.entries()) {
    // «Примеров и партнёры»
    if (lower === 'и' && at > 0 && COMPANIONS.test(tokens[at + 1]?.lower ?? '')) add(at - 1, at + 2, TOGETHER)
    if (kind !== 'word') continue
    if (isOfOrganisation(lower)) {
      add(at, Math.min(at + 2, tokens.length), LONE_WORD)
      // «Пример Банк»
      if (tokens[at - 1]?.kind === 'word' && (tokens[at + 1]?.kind ?? 'mark') === 'mark')
        add(at - 1, at + 1, LONE_WORD)
    }
    if (FIRMS.has(line.textOf(at, Math.min(at + 2, tokens.length)).toLowerCase())) add(at, at + 2, FIRM)
    if (SHORT_FORMS.has(lower)) forms.push({ from: at, to: at + 1 })
  }
  for (const { from, to } of forms) {
    const quote = quotes.find(one => one.from === to)
    if (quote) {
      add(from, quote.to, WITH_QUOTES)
      continue
    }
    const comma = tokens[from - 1]?.text === ',' ? from - 1 : from
    const before = quotes.find(one => one.to === comma)
    if (before) add(before.from, to, WITH_QUOTES)
    let weight = FORM + (to - from - 1)
    for (let words = 0, end = to; words < WORDS_MAX; words += 1) {
      const next = behindWord(line, end)
      if (next === end) break
      // «ООО Вектор 2006»: no birth year without a comma.
      const isMore = isOfOrganisation(tokens[end]?.lower ?? '') || tokens[end]?.kind === 'number'
      weight += EACH_WORD + (isMore ? OF_WORD : 0)
      end = next
      add(from, end, weight)
    }
    let begin = from
    for (let words = 1; words <= WORDS_MAX && beforeWord(line, begin) < begin; words += 1) {
      begin = beforeWord(line, begin)
      add(begin, to, FORM + words * EACH_WORD)
    }
  }
  return spans
}

const LONGEST_NUMBER = 6

/** After a word or number with its hyphen: «Вектор-7». */
function behindWord({ tokens }: Line, at: number): number {
  const token = tokens[at]
  if (!token || token.kind === 'mark' || (token.kind === 'number' && token.text.length > LONGEST_NUMBER))
    return at
  const [dash, joined] = [tokens[at + 1], tokens[at + 2]]
  const isJoined = dash?.text === '-' && dash.from === token.to && joined?.from === dash.to
  return isJoined ? at + 3 : at + 1
}

function beforeWord({ tokens }: Line, at: number): number {
  const token = tokens[at - 1]
  if (!token || token.kind === 'mark' || (token.kind === 'number' && token.text.length > LONGEST_NUMBER))
    return at
  const [joined, dash] = [tokens[at - 3], tokens[at - 2]]
  const isJoined = dash?.text === '-' && dash.to === token.from && joined?.to === dash.from
  return isJoined ? at - 3 : at - 1
}
