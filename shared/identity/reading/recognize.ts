import { monthOf } from '#shared/identity/identifiers/months.ts'
import { classifyNameWord } from '#shared/identity/names/name-word.ts'
import { SHORT_FORMS } from '#shared/identity/organisations/legal-forms.ts'
import { numbersBeside, readTwice } from './letters.ts'
import { type Phrase, phrasesIn } from './lexicon/phrases.ts'
import type { LexiconTag } from './lexicon/words.ts'
import { recognizeAges } from './recognizers/ages.ts'
import { clausesIn } from './recognizers/clauses.ts'
import { recognizeDates } from './recognizers/dates.ts'
import { recognizeDocumentReferences } from './recognizers/document-references.ts'
import { recognizeEmails } from './recognizers/email.ts'
import { recognizeFamilies } from './recognizers/families.ts'
import { fieldsIn, unfilledIn } from './recognizers/fields.ts'
import { recognizeFormer } from './recognizers/former-surnames.ts'
import { issuedByIn } from './recognizers/issued-by.ts'
import { labelledValues, valuesBefore } from './recognizers/labelled.ts'
import { recognizeCodes, recognizeLetteredNumbers } from './recognizers/lettered-numbers.ts'
import { recognizeLifeYears } from './recognizers/life-years.ts'
import { labelledNames } from './recognizers/name-parts.ts'
import { namesIn } from './recognizers/names.ts'
import { recognizeNoise } from './recognizers/noise.ts'
import { recognizeNumbers } from './recognizers/numbers.ts'
import { recognizeOrganisations } from './recognizers/organisations.ts'
import { placesIn } from './recognizers/places.ts'
import { recognizeHandles } from './recognizers/social-handles.ts'
import { recognizeUnreadableDates } from './recognizers/unreadable-dates.ts'
import type { Line, Span } from './spans.ts'

/** Weight of a phrase against being searched words. */
const WEIGHT: Partial<Record<LexiconTag, number>> = {
  question: 0.1,
  title: 0.1,
  role: 0,
  kin: 0,
  state: 0,
  paper: -0.1,
  event: -0.2,
  preposition: -0.3,
  conjunction: -0.2
}
const LABEL_WEIGHT = 0.2
const OF_MORE = new Set<LexiconTag>(['kin', 'paper', 'state'])
const EACH_MORE = 0.9
const LONG_LABEL = 8

const COST_IN_NAME: Partial<Record<LexiconTag, number>> = {
  question: 5,
  title: 4,
  role: 4,
  kin: 3,
  state: 6,
  paper: 3,
  event: 5,
  preposition: 4,
  conjunction: 4
}
const LABEL_IN_NAME = 3
const PAIR_IN_NAME = 7
/** A capital may mean a surname: «Жалоба Иван Петрович». */
const MAY_BE_SURNAME = new Set<LexiconTag>(['kin', 'paper', 'question'])
const WITH_CAPITAL = 1
const QUESTION_WITH_CAPITAL = 0.5
const CAPITAL = /^\p{Lu}/u
/** Initials after a surname: «Титов ЕЕ». */
const MAY_BE_INITIALS = new Set<LexiconTag>(['question', 'empty', 'preposition', 'conjunction'])
const CAPITAL_WORD = /^\p{Lu}\p{Ll}/u
/** «ВУ АННА ПЕТРОВНА» lacks a surname. */
const isBeforeBothNames = ({ tokens }: Line, at: number): boolean =>
  /^\p{Lu}{2}$/u.test(tokens[at]?.text ?? '') &&
  classifyNameWord(tokens[at + 1]?.lower ?? '').given !== null &&
  classifyNameWord(tokens[at + 2]?.lower ?? '').patronymic > 0
const areInitials = ({ tokens }: Line, at: number): boolean =>
  /^\p{Lu}{2}$/u.test(tokens[at]?.text ?? '') && CAPITAL_WORD.test(tokens[at - 1]?.text ?? '')

/** «примеров илья и другова анна»: a small «и» is no initial. */
function isConjunction({ tokens }: Line, at: number): boolean {
  const [before, token, behind] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  return token?.text === 'и' && before?.kind === 'word' && behind?.kind === 'word' && behind.text.length > 1
}

const isOfDate = ({ tokens }: Line, at: number): boolean =>
  DAY.test(tokens[at - 1]?.text ?? '') && monthOf(tokens[at]?.lower ?? '') > 0
const DAY = /^\d{1,2}$/

function costOfWord(line: Line, at: number, tag: LexiconTag): number {
  const written = line.tokens[at]?.text ?? ''
  if (written.length === 2) {
    const isOfName =
      (MAY_BE_INITIALS.has(tag) && areInitials(line, at)) || (tag !== 'title' && isBeforeBothNames(line, at))
    // «ИП» is no pair of initials.
    return isOfName ? WITH_CAPITAL : PAIR_IN_NAME
  }
  const isQuestion = tag === 'question'
  const mayBeSurname =
    MAY_BE_SURNAME.has(tag) &&
    CAPITAL.test(written) &&
    (at === 0 || (!isQuestion && line.tokens[at - 1]?.kind === 'word'))
  if (mayBeSurname) return isQuestion ? QUESTION_WITH_CAPITAL : WITH_CAPITAL
  return COST_IN_NAME[tag] ?? LABEL_IN_NAME
}

export function recognize(line: Line): Span[] {
  if (!line.hasWords) return ofDigits(line)
  const phrases = phrasesIn(line.tokens)
  const costs = new Map<number, number>()
  const context: Span[] = []
  for (const { from, to, tag } of phrases) {
    // A longer phrase is hardly accidental.
    const weight =
      (WEIGHT[tag] ?? LABEL_WEIGHT) * (to - from) +
      (OF_MORE.has(tag) || line.textOf(from, to).length >= LONG_LABEL ? (to - from - 1) * EACH_MORE : 0)
    context.push({ from, to, treatment: 'context', tag, weight, readings: [] })
    for (let at = from; at < to; at += 1) {
      if (to - from === 1 && line.tokens[at]?.text.length === 1 && !isConjunction(line, at)) continue
      const cost = to - from === 1 ? costOfWord(line, at, tag) : (COST_IN_NAME[tag] ?? LABEL_IN_NAME)
      costs.set(at, Math.max(costs.get(at) ?? 0, cost))
    }
  }
  for (const [at, { lower, kind }] of line.tokens.entries())
    if (kind === 'word' && SHORT_FORMS.has(lower)) costs.set(at, PAIR_IN_NAME)
  const others = [...context, ...(line.hasNumbers ? ofNumbers(line, phrases) : ofWords(line, phrases))]
  others.push(
    ...recognizeOrganisations(line),
    ...recognizeFamilies(line),
    ...placesIn(line, costs, phrases),
    ...unfilledIn(line, phrases)
  )
  for (const at of line.tokens.keys()) if (isOfDate(line, at)) costs.set(at, PAIR_IN_NAME)
  const former = others.filter(one => one.former !== undefined)
  others.push(...namesIn(line, costs, phrases, former, takenBy(line, others)))
  return others
}

/** Per token: 0 free, 1 taken, 2 taken by something no name can beat. */
function takenBy({ tokens }: Line, spans: readonly Span[]): Uint8Array {
  const places = new Uint8Array(tokens.length)
  for (const { from, to } of spans) places.fill(1, from, to)
  for (const { from, to, tag, treatment } of spans)
    if (tag === 'email' && treatment === 'value') places.fill(2, from, to)
  return places
}

const ofDigits = (line: Line): Span[] => [
  ...recognizeNoise(line),
  ...recognizeCodes(line),
  ...recognizeDates(line),
  ...recognizeLifeYears(line),
  ...recognizeDocumentReferences(line),
  ...recognizeUnreadableDates(line),
  ...recognizeNumbers(line)
]

function ofWords(line: Line, phrases: readonly Phrase[]): Span[] {
  const emails = recognizeEmails(line)
  const spans = [...recognizeNoise(line), ...emails, ...recognizeFormer(line), ...recognizeHandles(line)]
  if (phrases.length > 0)
    spans.push(
      ...fieldsIn(line, phrases, emails),
      ...issuedByIn(line, phrases, NOTHING, emails),
      ...valuesBefore(line, phrases, emails),
      ...labelledNames(line, phrases),
      ...labelledValues(line, phrases)
    )
  return spans
}
const NOTHING: readonly Span[] = []

function ofNumbers(line: Line, phrases: readonly Phrase[]): Span[] {
  const dates = recognizeDates(line)
  const emails = recognizeEmails(line)
  const lettered = recognizeLetteredNumbers(line)
  const labelled = readTwice(line, one => labelledValues(one, phrases))
  const numbers = numbersBeside(line, recognizeNumbers(line), labelled)
  const values = [...emails, ...lettered, ...numbers]
  return [
    ...recognizeNoise(line),
    ...fieldsIn(line, phrases, values),
    ...recognizeAges(line),
    ...recognizeCodes(line),
    ...emails,
    ...dates,
    ...recognizeFormer(line),
    ...recognizeLifeYears(line),
    ...recognizeDocumentReferences(line),
    ...recognizeUnreadableDates(line),
    ...issuedByIn(line, phrases, dates, values),
    ...clausesIn(line, dates, phrases, values),
    ...numbers,
    ...readTwice(line, one => valuesBefore(one, phrases, [...numbers, ...dates, ...emails, ...lettered])),
    ...labelledNames(line, phrases),
    ...lettered,
    ...labelled,
    ...recognizeHandles(line)
  ]
}
