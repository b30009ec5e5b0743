import { askedBy, type Evidence, weighEvidence } from './evidence.ts'
import { isPartOfRow } from './parse/reading.ts'
import {
  ADDRESS_AGREES,
  dateAlone,
  FOUND_BY_TEXT,
  identifierAgrees,
  identifierDiffers,
  identifierMissing,
  NO_NAME,
  NO_PATRONYMIC,
  nameAndDate,
  OTHER_NAME,
  PARTLY_BY_TEXT
} from './reasons.ts'
import {
  CHANGED_SURNAME,
  isOtherName,
  isOtherPersonalNumber,
  isPersonal,
  scoreEvidence,
  TEXT_ALONE,
  YEAR_CONFIRMS
} from './score-evidence.ts'
import type { Facts, Match, Reading, SearchPlan } from './types.ts'

/** A match with what a label needs to know of it. */
export interface Verdict extends Match {
  /** A date of birth or an identifier of the query agrees, and nothing contradicts. */
  confirmed: boolean
  contradicted: boolean
  /** The name is somebody else's. */
  otherName: boolean
  /** An identifier of the query agrees. */
  byIdentifier: boolean
}

const nameReasons = ({ name, asked, date }: Evidence): string[] => {
  if (name === undefined) return date ? [dateAlone(date)] : []
  if (name === null) return date ? [dateAlone(date), NO_NAME] : [NO_NAME]
  const reasons = [nameAndDate(name, date)]
  const other = reasons[0]?.includes(OTHER_NAME)
  if (!other) reasons.push(...name.reasons)
  const wanted = asked?.patronymic && asked.given && name.agrees.given && !name.agrees.patronymic
  if (wanted && !name.contradicts.includes('patronymic')) reasons.push(NO_PATRONYMIC)
  return reasons
}

const unique = (texts: string[]): string[] => (texts.length > 1 ? [...new Set(texts)] : texts)

const judgeEvidence = (evidence: Evidence): Omit<Verdict, 'reading'> => {
  const { name, date, ids, text, addressAgrees } = evidence
  const agreeing = ids.filter(id => id.how === 'equal')
  const score = scoreEvidence(evidence)
  const why = unique(agreeing.map(id => identifierAgrees(id.kind)))
  why.push(...nameReasons(evidence))
  for (const id of ids)
    if (id.how !== 'equal')
      why.push(id.how === 'missing' ? identifierMissing(id.kind) : identifierDiffers(id.kind))
  if (addressAgrees) why.push(ADDRESS_AGREES)
  else if (text !== undefined && text > 0) why.push(text === 1 ? FOUND_BY_TEXT : PARTLY_BY_TEXT)
  if (why.length === 0) why.push(FOUND_BY_TEXT)

  const dateContradicts = date?.how === 'one_part' || date?.how === 'differs'
  const idContradicts = ids.some(isOtherPersonalNumber)
  const personal = agreeing.some(id => id.valid && isPersonal(id.kind))
  const contradicted =
    (name?.contradicts.length ?? 0) > 0
      ? score < CHANGED_SURNAME
      : idContradicts || (dateContradicts && !personal)
  const byDate =
    date?.how === 'equal' || date?.how === 'exchanged' || (date?.how === 'year' && score >= YEAR_CONFIRMS)
  return {
    score,
    why: unique(why),
    confirmed: !contradicted && (agreeing.length > 0 || byDate),
    contradicted,
    otherName: isOtherName(name) && score < CHANGED_SURNAME,
    byIdentifier: agreeing.length > 0
  }
}

const UNSURE_READING_COST = 0.04
/** What a row says beside may be unconfirmed: no more than «вероятно» without a birth date. */
const PART_OF_ROW = 0.9

const certaintyOf = (reading: Reading): number => {
  // A line that is most likely no text must not be found as one before it is found as what it is.
  if (reading.kind === 'text') return 0.5 + 0.5 * reading.confidence
  return isPartOfRow(reading) ? PART_OF_ROW : 1 - (1 - reading.confidence) * UNSURE_READING_COST
}

const NOTHING: Verdict = {
  score: 0,
  why: [FOUND_BY_TEXT],
  reading: 'text',
  confirmed: false,
  contradicted: false,
  otherName: false,
  byIdentifier: false
}

const asked = new WeakMap<SearchPlan, Reading[]>()

/** A part of a combined reading does not speak for itself: the whole line was asked. */
const readingsAsked = (plan: SearchPlan): Reading[] => {
  const known = asked.get(plan)
  if (known) return known
  const parts = new Set(
    plan.readings.flatMap(({ parts = [] }) => parts).map(({ kind, value }) => `${kind} ${value}`)
  )
  const readings = plan.readings.filter(({ kind, value }) => !parts.has(`${kind} ${value}`))
  asked.set(plan, readings)
  return readings
}

const judged = new WeakMap<Facts, { plan: SearchPlan; verdict: Verdict }>()

/**
 * The best that any reading of the line makes of the facts; between equals the surer reading. The last verdict on the
 * same facts is remembered.
 */
export const judge = (facts: Facts, plan: SearchPlan): Verdict => {
  const known = judged.get(facts)
  if (known?.plan === plan) return known.verdict
  let best = NOTHING
  for (const reading of readingsAsked(plan)) {
    const certainty = certaintyOf(reading)
    if (reading.kind === 'text' && best.score >= TEXT_ALONE * certainty) continue
    // To leave out of the line what contradicts would make a stranger the person.
    if (best.contradicted && isPartOfRow(reading)) continue
    const found = judgeEvidence(weighEvidence(facts, askedBy(reading)))
    const score = found.score * certainty
    if (score > best.score) best = { ...found, score, reading: reading.kind }
  }
  judged.set(facts, { plan, verdict: best })
  return best
}
