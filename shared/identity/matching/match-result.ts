import { isoDate } from '#shared/identity/identifiers/birth-date.ts'
import { namesKey } from '#shared/identity/names/prepared-name.ts'
import type { Attributes } from '#shared/identity/records/types.ts'
import { unique } from '#shared/identity/text/lists.ts'
import { type Evidence, gatherEvidence, tokenShare } from './evidence.ts'
import { type MatchQuery, matchQueryOf, type QueryReading } from './match-query.ts'
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
  YEAR_CONFIRMS
} from './score-evidence.ts'
import type { MatchResult } from './types.ts'

const addNameReasons = (why: string[], { name, askedName: asked, date }: Evidence): void => {
  if (!name) {
    if (date) why.push(dateAlone(date))
    if (name === null) why.push(NO_NAME)
    return
  }
  const reason = nameAndDate(name, date)
  why.push(reason)
  if (!reason.includes(OTHER_NAME)) why.push(...name.reasons)
  const wanted = asked?.patronymic && asked.given && name.agrees.given && !name.agrees.patronymic
  if (wanted && !name.contradicts.includes('patronymic')) why.push(NO_PATRONYMIC)
}

const resultOf = (evidence: Evidence, { reading, certainty }: QueryReading): MatchResult => {
  const { name, date, identifiers, text, addressAgrees } = evidence
  const agreeing = identifiers.filter(id => id.agreement === 'equal')
  const score = scoreEvidence(evidence)
  const why = unique(agreeing.map(id => identifierAgrees(id.kind)))
  addNameReasons(why, evidence)
  for (const id of identifiers)
    if (id.agreement !== 'equal')
      why.push(id.agreement === 'missing' ? identifierMissing(id.kind) : identifierDiffers(id.kind))
  if (addressAgrees) why.push(ADDRESS_AGREES)
  else if (text !== undefined && text > 0) why.push(text === 1 ? FOUND_BY_TEXT : PARTLY_BY_TEXT)
  if (why.length === 0) why.push(FOUND_BY_TEXT)

  const dateContradicts = date?.agreement === 'one_part' || date?.agreement === 'differs'
  const idContradicts = identifiers.some(isOtherPersonalNumber)
  const personal = agreeing.some(id => id.valid && isPersonal(id.kind))
  const contradicted =
    (name?.contradicts.length ?? 0) > 0
      ? score < CHANGED_SURNAME
      : idContradicts || (dateContradicts && !personal)
  const byDate =
    date?.agreement === 'equal' ||
    date?.agreement === 'exchanged' ||
    (date?.agreement === 'year' && score >= YEAR_CONFIRMS)
  const exact = score * certainty
  return {
    exact,
    score: Math.round(exact * 100) / 100,
    why: unique(why),
    reading: reading.kind,
    confirmed: !contradicted && (agreeing.length > 0 || byDate),
    contradicted,
    otherName: isOtherName(name) && score < CHANGED_SURNAME,
    byIdentifier: agreeing.length > 0
  }
}

/** All that the question hears of a record; null when it asks for more than a short text can tell or finds no name. */
const saidOf = (attributes: Attributes, question: MatchQuery): string | null => {
  if (question.wordsAlone) return `${tokenShare(question.words, attributes)}`
  const { names, birthDates } = attributes
  if (!question.namesAlone || names.length === 0) return null
  let said = namesKey(names)
  if (question.dates.length > 0) for (const date of birthDates) said += ` ${isoDate(date)}`
  return said
}

/** What the facts answer to the reading; records of which it hears the same share a verdict. */
export const matchReading = (attributes: Attributes, asked: QueryReading): MatchResult => {
  const question = matchQueryOf(asked)
  const said = saidOf(attributes, question)
  const known = said === null ? undefined : question.results.get(said)
  if (known) return known
  const verdict = resultOf(gatherEvidence(attributes, question), asked)
  if (said !== null) question.results.set(said, verdict)
  return verdict
}
