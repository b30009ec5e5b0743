import type { Reading } from '#shared/contracts/reading.ts'
import { splitGluedWords } from '#shared/identity/names/glued-words.ts'
import { classifyNameWord, isGivenOrPatronymic, isNameWord } from '#shared/identity/names/name-word.ts'
import { isPreposition } from '#shared/identity/reading/lexicon/documents.ts'
import { PLACE_ENDING } from '#shared/identity/reading/lexicon/place-words.ts'
import type { Line, Span } from '#shared/identity/reading/spans.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { obliqueReadings } from './oblique-readings.ts'
import { nameReading, type RecognizedName, recognizeName } from './recognize-name.ts'

const EACH_WORD = 0.5
/** Two adjacent names are rarer than one. */
const ONE_NAME = 0.6
const JOINED = 3
const JOINED_SURNAMES = 0.8
const LONE = 0.1
/** Beside anything else an unknown word is a word. */
const LONE_UNKNOWN = 1.2
const PLACE = 2
/** «Алиев Гейдар Фикрет» */
const FATHER = 0.4
const PREPOSITION = /^[вкоусои]$/u
const SMALL = 2
const SMALL_FIRST = 2.5
const WHOLE_SEGMENT = 1.2
/** No table knows the words. */
const DOUBTFUL = 0.6
const NAME_MIN = 0.3
const OFFERED = 2
const LESS_LIKELY = 0.6
/** An unknown word is rather something else. */
const BESIDE_UNKNOWN = 0.5
const STRONG = 0.92

export interface Run {
  from: number
  to: number
  words: number
  cost: number
  /** Without words of a form. */
  text: string
  left: readonly [from: number, to: number][]
  /** Contains signs that also separate people. */
  isParted: boolean
  former?: string | undefined
}

/** «г.» and «д.» are no initials beside capitals. */
const SMALL_INITIAL = /(?<!\p{L})\p{Ll}(?!\p{L})/u

interface Around {
  costs: ReadonlyMap<number, number>
  isContext: ReadonlySet<number>
  /** Ends of roles and relations. */
  isWho: ReadonlySet<number>
  hasCapitals: boolean
}

export interface NameSpan extends Span {
  isSure: boolean
  /** In an oblique case, as the patronymic shows. */
  isOfPatronymic: boolean
}

const WORD_MAX = EACH_WORD + Math.log(0.97 / 0.03) * 0.55
const UNEXPLAINED = 1.5

/** Null when the run is hardly a name. */
export function nameAt(
  line: Line,
  run: Run,
  { costs, isContext, isWho, hasCapitals }: Around
): NameSpan | null {
  const { from, to, words, left } = run
  let cost = run.cost + costOf(line, run, costs)
  // Not even the surest name would be chosen.
  if (words * (WORD_MAX + UNEXPLAINED) < cost) return null
  const written = line.textOf(from, to)
  if (hasCapitals && SMALL_INITIAL.test(run.text)) return null
  const text = words === 1 ? splitGluedWords(run.text) : run.text
  const evidence = recognizeName(text)
  const isOfContext = line.tokens.length === 1 || isContext.has(from - 1) || isProperNoun(line, run)
  const oblique = words > 1 || isOfContext || !evidence.names[0] ? obliqueReadings(text, written) : null
  const isLong = run.cost + cost === 0 && isLongName(line, run, evidence)
  const own = isLong ? LONG_NAME : evidence.confidence
  const confidence = Math.max(own, oblique?.[0]?.confidence ?? 0)
  const [name] = evidence.names
  if ((!oblique && !name) || confidence < NAME_MIN) return null
  const unknown = evidence.unknownWords.length
  // «Цвет глаз: карие»
  if (unknown === words && line.tokens[to]?.text === ':') return null
  // «Лисицын, Гордеева»
  if (run.isParted && areOnlySurnames(line, run)) return null
  if (words === 1 && isSmallBesideCapitalWords(line, from)) cost += SMALL
  const share = Math.min(confidence, 0.97)
  // A further word is worth as much as the whole is likely.
  const count = Math.max(words, evidence.words)
  const isOfFather = unknown === 1 && evidence.unknownWords[0] === name?.patronymic
  const isDeclined = isOfContext && oblique !== null && words === 1
  if (isDeclined && isProperNoun(line, run)) cost -= PROPER_NOUN
  const strangers = isDeclined || isLong ? 0 : isOfFather ? -FATHER : unknown * BESIDE_UNKNOWN
  const weight = count * (EACH_WORD + Math.log(share / (1 - share)) * 0.55) - strangers - ONE_NAME
  if (words > 1 && confidence < DOUBTFUL && isBesideWord(line, run, costs)) return null
  // Two words that only this reading joins into one part.
  const surname = oblique ? oblique[0]?.value.split(' ')[0] : name?.surname
  if (surname?.includes('-') && isOfTwoScripts(surname)) return null
  if (surname?.includes('-') && !/[-]|\p{Ll}\p{Lu}/u.test(written))
    cost += areSurnames(surname) ? JOINED_SURNAMES : isLong ? 0 : JOINED
  else if (!oblique && name?.given?.includes('-') && !/\p{L}-\p{L}/u.test(written) && !areGiven(name.given))
    cost += JOINED
  else if (words > 1 && fillsSegment(line, run, isWho)) cost -= WHOLE_SEGMENT
  if (words === 1 && count === 1)
    cost += line.tokens.length === 1 || isDeclined || isNameWord(text.toLowerCase()) ? LONE : LONE_UNKNOWN
  const isOfPatronymic = words === 3 && (oblique?.[0]?.confidence ?? 0) >= STRONG && own < STRONG
  let readings: readonly Reading[] | undefined
  return {
    from,
    to,
    treatment: 'value',
    tag: 'name',
    weight: weight - cost,
    isSure: (unknown === 0 || isOfPatronymic) && cost <= 0 && confidence >= STRONG,
    isOfPatronymic,
    // Lazy, because most names are never chosen.
    get readings() {
      readings ??= readingsOf(evidence, oblique, written, words)
      return readings
    },
    ...(left.length > 0 && { left }),
    ...(run.former !== undefined && { former: run.former })
  }
}

/** «Али Зия Мохаммед Ахмад Назаров»: many words without a patronymic. */
const LONG_NAME_WORDS = 4
const LONG_NAME = 0.9
const ANCHORS_MIN = 2
function isLongName(line: Line, run: Run, { names: [name] }: RecognizedName): boolean {
  if (run.words < LONG_NAME_WORDS || !name || !fillsSegment(line, run)) return false
  let anchors = 0
  for (let at = run.from; at < run.to; at += 1) {
    const { kind, lower = '' } = line.tokens[at] ?? {}
    if (kind !== 'word') return false
    const word = classifyNameWord(lower)
    if (word.patronymic > 0) return false
    if (word.given !== null || lower.includes('-')) anchors += 1
  }
  return anchors >= ANCHORS_MIN
}

function readingsOf(
  evidence: RecognizedName,
  oblique: readonly Reading[] | null,
  written: string,
  words: number
): readonly Reading[] {
  const hasInitials = evidence.names[0]?.given?.length === 1
  if (oblique) return words > 1 && !hasInitials ? nominativeFirst(oblique) : oblique
  return evidence.names
    .slice(0, OFFERED)
    .map((name, rank) =>
      nameReading(
        name,
        written,
        { confidence: evidence.confidence * (rank === 0 ? 1 : LESS_LIKELY) },
        evidence.names
      )
    )
}

function costOf(line: Line, run: Run, costs: ReadonlyMap<number, number>): number {
  const { from, to, words, left } = run
  let cost = smallBesideCapitals(line, run) * SMALL
  const first = line.tokens[from]
  // «с примеровым»
  const isPreposition = first?.text === first?.lower || PREPOSITION.test(first?.lower ?? '')
  if (first?.text.length === 1 && isPreposition && line.tokens[from + 1]?.text !== '.') cost += SMALL_FIRST
  // «14 марта 81 г. примеров илья»
  if (first?.text === 'г' && line.tokens[from - 1]?.kind === 'number') cost += SMALL_FIRST
  const last = line.tokens[line.tokens[to - 1]?.text === '.' ? to - 2 : to - 1]
  if (words > 1 && last?.text === 'г' && line.tokens[to]?.kind === 'word') cost += SMALL_FIRST
  for (let at = from; at < to; at += 1)
    if (left.length === 0 || !left.some(([begin, end]) => at >= begin && at < end))
      cost += (costs.get(at) ?? 0) + (PLACE_ENDING.test(line.tokens[at]?.lower ?? '') ? PLACE : 0)
  return cost
}

const isBesideWord = ({ tokens }: Line, { from, to }: Run, costs: ReadonlyMap<number, number>): boolean =>
  [from - 1, to].some(
    at =>
      tokens[at]?.kind === 'word' &&
      !OF_DATE.test(tokens[at]?.lower ?? '') &&
      (!costs.has(at) || isPreposition(tokens[at]?.lower ?? ''))
  )
const OF_DATE = /^(?:го?|года?|рождения)$/u

/** «Передайте Сидоркевскому, что …»: one capital inside a sentence. */
const isProperNoun = ({ tokens }: Line, { from, words }: Run): boolean =>
  words === 1 &&
  from > 0 &&
  CAPITAL_WORD.test(tokens[from]?.text ?? '') &&
  tokens.slice(1).every(({ text }, at) => at + 1 === from || !CAPITAL_WORD.test(text)) &&
  tokens.length >= SENTENCE_TOKENS
const CAPITAL_WORD = /^\p{Lu}\p{Ll}/u
const SENTENCE_TOKENS = 4
const PROPER_NOUN = 1.2

/** A role or label before it is not part of the segment. */
const fillsSegment = ({ tokens }: Line, { from, to }: Run, isWho?: ReadonlySet<number>): boolean =>
  (isWho?.has(from - 1) || (tokens[from - 1]?.kind ?? 'mark') === 'mark') &&
  (tokens[to]?.kind ?? 'mark') === 'mark'

/** «Примеров Илья самозанятый» */
function smallBesideCapitals({ tokens }: Line, { from, to, left }: Run): number {
  let small = 0
  let capitals = 0
  for (let at = from; at < to; at += 1) {
    const { kind, text, lower } = tokens[at] ?? { kind: 'mark', text: '', lower: '' }
    if (kind !== 'word' || text.length < 4 || left.some(([first, end]) => at >= first && at < end)) continue
    if (text !== lower && text.charAt(0) !== lower.charAt(0)) capitals += 1
    else small += 1
  }
  return capitals > 0 ? small : 0
}

const areGiven = (given: string): boolean =>
  given.split('-').every(half => classifyNameWord(half).given !== null)

/** Surnames of several people, where signs separate them. */
function areOnlySurnames({ tokens }: Line, { from, to }: Run): boolean {
  for (let at = from; at < to; at += 1) {
    const { kind, lower = '' } = tokens[at] ?? {}
    if (kind !== 'word') continue
    const { likeness, given, patronymic } = classifyNameWord(lower)
    if (likeness !== 2 || given !== null || patronymic > 0) return false
  }
  return true
}

/** «сварщик Нгуен Тхань» */
const isSmallBesideCapitalWords = ({ tokens }: Line, at: number): boolean => {
  const { text = '', lower = '' } = tokens[at] ?? {}
  return (
    text === lower &&
    !isGivenOrPatronymic(classifyNameWord(lower)) &&
    tokens.some(one => CAPITAL_WORD.test(one.text))
  )
}

/** «Примеров ABC»: a surname has one script. */
const isOfTwoScripts = (surname: string): boolean =>
  /(?<!\p{L})\p{Script=Latin}/u.test(surname) && /(?<!\p{L})\p{Script=Cyrillic}/u.test(surname)

/** Both halves have a surname ending of one gender. */
function areSurnames(surname: string): boolean {
  const halves = surname.toLowerCase().split('-')
  return (
    halves.every(half => classifyNameWord(half).likeness === 2) &&
    new Set(halves.map(half => FEMALE.test(half))).size === 1
  )
}
const FEMALE = /[ая]$/u

function nominativeFirst(readings: readonly Reading[]): Reading[] {
  const isDeclined = ({ note }: Reading) => note?.includes(READING_NOTES.oblique) ?? false
  if (readings[0] && isDeclined(readings[0])) return [...readings]
  const declined = readings.filter(isDeclined)
  const literal = readings.filter(one => !isDeclined(one))
  const confidence = Math.max(...readings.map(one => one.confidence))
  return [...declined, ...literal].map((one, rank) => ({
    ...one,
    confidence: rank === 0 ? confidence : Math.min(one.confidence, confidence - rank * 0.02)
  }))
}
