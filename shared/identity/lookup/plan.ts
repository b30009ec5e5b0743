import type { Reading } from '#shared/contracts/reading.ts'
import { type PartialDate, parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import { kindOfReading } from '#shared/identity/identifiers/reading-kinds.ts'
import type { IdentifierKind } from '#shared/identity/identifiers/table.ts'
import { isLatin } from '#shared/identity/names/edit-distance.ts'
import { classifyNameWord, isGivenOrPatronymic } from '#shared/identity/names/name-word.ts'
import { tokenizeName } from '#shared/identity/names/tokenize-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { readOrganisationName, tokensWithoutForm } from '#shared/identity/organisations/organisation-name.ts'
import { inOtherScript } from '#shared/identity/organisations/other-script.ts'
import { identifierTokens } from '#shared/identity/reading/identifier-tokens.ts'
import { isSameReading, namesOf } from '#shared/identity/reading/reading.ts'
import { unique } from '#shared/identity/text/lists.ts'
import { startsWithDigit, tokenize } from '#shared/identity/text/tokenize.ts'
import { dateKeys, partKey, wholeKey } from './keys.ts'
import { formsOfWords, partForms } from './name-key.ts'
import { nameSteps, nameStepsWith } from './plan-name.ts'
import type { PlanStep, SearchPlan } from './types.ts'

type Step = Omit<PlanStep, 'reading'>

const WORDS_LOOKED_UP = 12
const FEWER_DETAILS_TIER = 2
const NAME_ALONE_TIER = 3
/** Tier of texts that are an unlikely reading. */
const LAST_TIER = 5
const TIERS = [0, 1, FEWER_DETAILS_TIER, NAME_ALONE_TIER, NAME_ALONE_TIER + 1, LAST_TIER]
const LIKELY = 0.5
/** Less likely parses are looked up exactly only, unless they are one word. */
const LIKELY_NAME = 0.6

/** Cap per line, or per person of a line; a line of one thing makes ten at most. */
export const STEPS_MAX = 48
export const KEYS_IN_STEP_MAX = 24

/**
 * Plans the look-ups of a line, exact forms first; empty when nothing can be searched. Tier 0: identifiers, whole
 * names, a likely text. Tier 1: initials, missing parts, halves of double names. Tiers 2–4: a name with fewer details,
 * then alone. Tier 5: the line as text.
 */
export function planSearch(query: string, readings: Reading[]): SearchPlan {
  const parts = readings.flatMap(reading => reading.parts ?? [])
  const planned: Step[] = []
  const steps: PlanStep[] = []
  const isNamed = readings.some(isSurelyNamed)
  const wholeLine = readings.some(reading => reading.kind === 'text')
  for (const [at, reading] of readings.entries()) {
    if (reading.kind !== 'combined' && parts.some(part => isSameReading(part, reading))) continue
    const own =
      reading.kind === 'text' && !isNamed ? [...stepsOf(reading), ...wordsAsName(reading)] : stepsOf(reading)
    const fresh = wholeLine ? [...own, ...identifierTexts(reading)] : own
    for (const step of fresh) {
      if (planned.some(other => isSameLookup(other, step))) continue
      planned.push(step)
      steps.push(stepOf(at, step))
    }
  }
  const ordered = TIERS.flatMap(tier => steps.filter(step => step.tier === tier))
  const ofPeople = Map.groupBy(ordered, step => readings[step.reading]?.person)
  const within = new Set([...ofPeople.values()].flatMap(withinLimit))
  return { query, readings, steps: ordered.filter(step => within.has(step)) }
}

/** The step of all words together is never dropped. */
function withinLimit(steps: readonly PlanStep[]): PlanStep[] {
  const whole = steps.filter(({ tier }) => tier === LAST_TIER).slice(0, WHOLE_STEPS_MAX)
  const others = steps.filter(step => !whole.includes(step))
  return [...others.slice(0, STEPS_MAX - whole.length), ...whole]
}
const WHOLE_STEPS_MAX = 8

const SURE_NAME = 0.9

const isSureName = ({ kind, value, confidence }: Reading): boolean =>
  kind === 'full_name' && confidence >= SURE_NAME && value.includes(' ')

/** Words beside a name may belong to it. */
const isSurelyNamed = ({ parts = [], ...reading }: Reading): boolean =>
  isSureName(reading) || (parts.some(isSureName) && !parts.some(({ kind }) => kind === 'text'))

function isSameLookup(one: Step, other: Step): boolean {
  return (
    one.surname === other.surname &&
    one.keys.length === other.keys.length &&
    haveSameKeys(one.keys, other.keys)
  )
}

function haveSameKeys(one: string[], other: string[]): boolean {
  return one.every(key => other.includes(key)) && other.every(key => one.includes(key))
}

function stepOf(reading: number, step: Step): PlanStep {
  return { reading, ...step, keys: step.keys.slice(0, KEYS_IN_STEP_MAX) }
}

function stepsOf(reading: Reading): Step[] {
  if (reading.kind === 'combined') return combinedSteps(reading.parts ?? [])
  if (reading.kind === 'full_name') {
    const steps = nameSteps(namesOf(reading)[0])
    const loosely = reading.confidence >= LIKELY_NAME || !reading.value.includes(' ')
    return loosely ? steps : steps.filter(step => step.tier === 0)
  }
  if (reading.kind === 'birth_date') {
    const date = parseBirthDate(reading.value)
    return date ? dateKeys(date).map(key => ({ form: 'exact', tier: 0, keys: [key] })) : []
  }
  const identifier = identifierKey(reading)
  if (identifier === null) return textSteps(reading)
  return [{ form: 'identifier', tier: 0, keys: [identifier] }, ...shorterSteps(reading)]
}

export function identifierKind({ kind }: Reading): IdentifierKind | null {
  return kindOfReading(kind)
}

export function identifierKey(reading: Reading): string | null {
  const kind = identifierKind(reading)
  return kind === null ? null : `${kind}:${reading.value}`
}

function identifierTexts(reading: Reading): Step[] {
  return identifierTokens(reading).map(words => ({
    form: 'text',
    tier: LAST_TIER,
    keys: words.map(word => `w:${word}`)
  }))
}

/** A source may store a value without its end: a plate without its region. */
function shorterSteps({ kind, value }: Reading): Step[] {
  const own = kindOfReading(kind)
  const short = (own && kindReaderOf(own).shorter?.(value)) ?? value
  return short !== value ? [{ form: 'part', tier: 1, keys: [`r:${short}`] }] : []
}

/** All words are required; a looser step looks them up as names, unless they come from an e-mail. */
function textSteps(reading: Reading): Step[] {
  const words = lookupWords(reading)
  if (words.length === 0) return []
  const tier = reading.confidence >= LIKELY ? 0 : LAST_TIER
  const steps: Step[] = [{ form: 'text', tier, keys: words.map(word => `w:${word}`) }]
  const names = words.filter(word => !startsWithDigit(word) && looksLikeName(word))
  if (names.length > 0 && names.length < words.length && !reading.value.includes('@')) {
    const keys = words.map(word => (names.includes(word) ? `t:${partForms(word)[0]}` : `w:${word}`))
    steps.push({ form: 'text', tier: Math.max(tier, 1), keys })
  }
  if (tier === 0) steps.push(...otherScriptSteps(reading, words))
  return steps
}

/** A register may have «ВЕКТОР-7» for «VEKTOR-7», or the reverse beside a legal form. */
function otherScriptSteps({ value }: Reading, words: readonly string[]): Step[] {
  if (words.some(word => !startsWithDigit(word) && !isLatin(word)) && readOrganisationName(value).form === '')
    return []
  return inOtherScript(words).map(spelled => ({
    form: 'text',
    tier: 1,
    keys: spelled.map(word => `w:${word}`)
  }))
}

const NAME_WORDS_MAX = 6
const YEAR = /^(?:19|20)\d{2}$/

/** All words of a line as one name in any order, beside a year. */
function wordsAsName({ value, confidence }: Reading): Step[] {
  if (value.includes('@') || readOrganisationName(value).form !== '') return []
  const tokens = tokenize(value)
  const numbers = tokens.filter(startsWithDigit)
  if (tokens.length === 0 || !numbers.every(number => YEAR.test(number))) return []
  const words = tokenizeName(value)
  const forms = words.length > NAME_WORDS_MAX ? [] : formsOfWords(words.join(' '))
  // A particle and one more word would match anybody of that name.
  if (forms.length === 0 || forms.length < Math.min(words.length, 2)) return []
  const tier = confidence >= LIKELY ? 1 : LAST_TIER
  const whole = wholeKey(forms)
  const years = numbers.map(year => `y:${year}`)
  return [...(whole === null ? [] : [[whole]]), unique(forms).map(partKey)].map(keys => ({
    form: 'text',
    tier,
    keys: [...keys, ...years]
  }))
}

function looksLikeName(word: string): boolean {
  const nameWord = classifyNameWord(word)
  return nameWord.likeness === 2 || isGivenOrPatronymic(nameWord)
}

/** Keys of the words of a text or address; none for other readings. */
export function wordKeys(part: Reading): string[] {
  return part.kind === 'text' || part.kind === 'address' ? lookupWords(part).map(word => `w:${word}`) : []
}

/** Words of a text or address that are looked up. */
export function lookupWords({ kind, value }: Reading): string[] {
  const words = kind === 'text' ? tokensWithoutForm(value) : tokenize(value)
  const withoutPostcodes = kind === 'address' ? words.filter(word => !/^\d{6}$/.test(word)) : words
  const candidates = withoutPostcodes.length > 0 ? withoutPostcodes : words
  return candidates.length <= WORDS_LOOKED_UP
    ? candidates
    : candidates.sort((a, b) => b.length - a.length).slice(0, WORDS_LOOKED_UP)
}

/** Everything together; then each identifier alone, and the name with fewer details. */
function combinedSteps(parts: Reading[]): Step[] {
  const identifiers = parts.map(identifierKey).filter(key => key !== null)
  const words = parts.flatMap(wordKeys)
  const date =
    parts.filter(part => part.kind === 'birth_date').map(part => parseBirthDate(part.value))[0] ?? null
  const named = parts.find(part => part.kind === 'full_name')
  const name = named && namesOf(named)[0]
  const otherKeys = [...new Set([...identifiers, ...words])]
  const whole: Step[] = name
    ? nameStepsWith(name, date, otherKeys)
    : (date ? dateKeys(date).map(key => [key, ...otherKeys]) : [otherKeys]).map(keys => ({
        form: 'exact',
        tier: 0,
        keys
      }))
  const withoutDetails = name ? stepsWithoutDetails(name, date, otherKeys) : []
  if (identifiers.length === 0) return [...whole.filter(step => step.keys.length > 0), ...withoutDetails]
  const surest = whole.filter(step => step.keys.length > 0 && step.tier === 0)
  return [
    ...surest.map((step): Step => (step.form === 'exact' ? { ...step, form: 'identifier' } : step)),
    ...identifiers.map((key): Step => ({ form: 'identifier', tier: 1, keys: [key] })),
    ...withoutDetails
  ]
}

/** A record may lack a detail or have another one: it is found by the name and ranked below. */
function stepsWithoutDetails(name: PersonName, date: PartialDate | null, otherKeys: string[]): Step[] {
  if (!date && otherKeys.length === 0) return []
  const fewer =
    date && otherKeys.length > 0
      ? [...nameStepsWith(name, date, []), ...nameStepsWith(name, null, otherKeys)].filter(
          ({ tier }) => tier === 0
        )
      : []
  const inTier =
    (first: number) =>
    (step: Step): Step => ({
      ...step,
      tier: first + Math.min(step.tier, 1),
      withoutDetail: true
    })
  return [...fewer.map(inTier(FEWER_DETAILS_TIER)), ...nameSteps(name).map(inTier(NAME_ALONE_TIER))]
}
