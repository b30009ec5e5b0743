import type { Reading } from '#shared/contracts/reading.ts'
import type { Attributes } from '#shared/identity/records/types.ts'
import { unique } from '#shared/identity/text/lists.ts'
import { isFullDate } from './compare-dates.ts'
import { isChecked } from './compare-identifiers.ts'
import { type Evidence, gatherEvidence, isOtherDate } from './evidence.ts'
import { bandOf, hasLetterForWord, isOtherOrganisation } from './match-band.ts'
import { type MatchQuery, matchQueryOf, type QueryReading } from './match-query.ts'
import {
  CONNECTION_REASONS,
  DATE_REASONS,
  IDENTIFIER_REASONS,
  isPersonalReadingKind,
  NAME_REMARKS,
  ORGANISATION_REASONS,
  OTHER_TOO_REASONS,
  TEXT_REASONS
} from './reasons.ts'
import {
  CHANGED_SURNAME,
  isOfOtherPerson,
  isOtherName,
  scoreEvidence,
  YEAR_CONFIRMS
} from './score-evidence.ts'
import { agreesPartly, dateAlone, nameAndDate, type Sentence, sentenceText } from './sentences.ts'
import type { MatchResult } from './types.ts'

const addNameSentences = (sentences: Sentence[], { name, queryName, date }: Evidence): void => {
  if (!name) {
    if (date) sentences.push(dateAlone(date))
    if (name === null) sentences.push([NAME_REMARKS.noName])
    return
  }
  const sentence = nameAndDate(name, date)
  sentences.push(sentence)
  if (!sentence.includes(NAME_REMARKS.otherName))
    for (const remark of name.remarks) if (!agreesPartly(remark)) sentences.push([remark])
  if (name.contradicts.length === 0 && hasLetterForWord(name, queryName))
    sentences.push([NAME_REMARKS.onlyInitials])
  const lacksPatronymic =
    queryName?.patronymic && queryName.given && name.agrees.given && !name.agrees.patronymic
  if (lacksPatronymic && !name.contradicts.includes('patronymic')) sentences.push([NAME_REMARKS.noPatronymic])
}

const CONNECTIONS: Partial<Record<Evidence['identifiers'][number]['kind'], Sentence>> = {
  phone: [CONNECTION_REASONS.phone],
  email: [CONNECTION_REASONS.email],
  inn_person: [CONNECTION_REASONS.inn],
  inn_org: [CONNECTION_REASONS.inn],
  ogrn: [CONNECTION_REASONS.ogrn]
}

/** Sentence about an organisation's name; null when only its words were found. */
const organisationSentence = ({ organisation }: Evidence): Sentence | null => {
  switch (organisation) {
    case 'equal':
    case 'spelling':
      return [ORGANISATION_REASONS.same]
    case 'form':
      return [ORGANISATION_REASONS.same, ORGANISATION_REASONS.otherForm]
    case 'typo':
      return [ORGANISATION_REASONS.mistyped]
    case 'longer':
    case 'order':
    case 'longer_typo':
      return [ORGANISATION_REASONS.near]
    default:
      return null
  }
}

const explain = (evidence: Evidence, { dates }: MatchQuery): Sentence[] => {
  const { identifiers, text, addressAgrees, otherAddress, date, otherDateToo, connectedBy } = evidence
  const organisation = organisationSentence(evidence)
  const sentences: Sentence[] = []
  for (const { kind, agreement } of identifiers)
    if (agreement === 'equal') sentences.push([IDENTIFIER_REASONS[kind].equal])
  addNameSentences(sentences, evidence)
  if (date?.agreement === 'year' && dates.some(isFullDate)) sentences.push([DATE_REASONS.onlyYear])
  if (otherDateToo && !isOtherDate(date)) sentences.push([DATE_REASONS.otherDateToo])
  for (const { kind, agreement } of identifiers)
    if (agreement === 'connected') sentences.push(CONNECTIONS[kind] ?? [TEXT_REASONS.allWords])
    else if (agreement !== 'equal')
      sentences.push([IDENTIFIER_REASONS[kind][agreement] ?? TEXT_REASONS.unchecked])
  for (const { kind, valid } of evidence.missingNumbers)
    sentences.push([(valid && OTHER_TOO_REASONS[kind]) || TEXT_REASONS.unchecked])
  if (connectedBy) sentences.push([CONNECTION_REASONS[connectedBy]])
  else if (organisation) sentences.push(organisation)
  else if (addressAgrees) sentences.push([TEXT_REASONS.sameAddress])
  else if (text !== undefined && text > 0)
    sentences.push([text === 1 ? TEXT_REASONS.allWords : TEXT_REASONS.someWords])
  else if (addressAgrees === false)
    sentences.push([otherAddress ? TEXT_REASONS.otherAddress : TEXT_REASONS.noAddress])
  else if (text === 0) sentences.push([TEXT_REASONS.noneOfWords])
  if (isOtherOrganisation(evidence)) sentences.push([ORGANISATION_REASONS.other])
  return sentences.length > 0 ? sentences : [[TEXT_REASONS.allWords]]
}

const agreeingFactsOf = ({ name, date, identifiers }: Evidence, { person }: Reading): number => {
  // Each of several people is told by other details.
  if (person !== undefined) return 0
  const agreeing = identifiers.filter(({ agreement }) => agreement === 'equal').length
  const isNamed = !!name && name.contradicts.length === 0
  return agreeing + Number(isNamed) + Number(date?.agreement === 'equal' || date?.agreement === 'year')
}

const resultOf = (
  evidence: Evidence,
  query: MatchQuery,
  { reading, certainty: ofReading }: QueryReading
): MatchResult => {
  const { name, date, identifiers } = evidence
  // A text that is a stored name, word by word, is no guess.
  const certainty = reading.kind === 'text' && name ? 1 : ofReading
  const agreeing = identifiers.filter(id => id.agreement === 'equal')
  const score = scoreEvidence(evidence)
  const sentences = explain(evidence, query)

  const dateContradicts = (date?.agreement === 'one_part' && !date.isNear) || date?.agreement === 'differs'
  const idContradicts = identifiers.some(isOfOtherPerson)
  const personal = agreeing.some(id => id.valid && isPersonalReadingKind(id.kind))
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
    why: unique(sentences.map(sentenceText)),
    reasons: unique(sentences.flat()),
    band: bandOf(evidence, query),
    reading: reading.kind,
    ...(reading.person !== undefined && { person: reading.person }),
    // A number with a wrong check digit finds, but confirms nobody.
    confirmed: !contradicted && (agreeing.some(id => id.valid || !isChecked(id.kind)) || byDate),
    contradicted,
    otherName: isOtherName(name) && score < CHANGED_SURNAME,
    byIdentifier: agreeing.length > 0,
    agreeingFacts: agreeingFactsOf(evidence, reading),
    isConnected:
      (name === undefined || isOtherName(name)) &&
      (evidence.connectedBy !== undefined || identifiers.some(id => id.agreement === 'connected'))
  }
}

export const matchReading = (attributes: Attributes, queryReading: QueryReading): MatchResult => {
  const query = matchQueryOf(queryReading)
  return resultOf(gatherEvidence(attributes, query), query, queryReading)
}
