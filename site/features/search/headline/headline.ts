import type { PersonCard } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { familyName } from '#shared/identity/names/family-name.ts'
import { type Outcome, outcomeOf, wantedOf } from '#shared/identity/people/headline.ts'
import { isIdentifier, itemisedIdentifiers } from '#shared/identity/reading/line-identifiers.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { type Addition, additionsFor, surestOf } from '#site/features/search/people/tell-apart.ts'
import { count, rowLabelOf, whoCounts, whoText } from '#site/features/search/texts.ts'
import { askedOf, livesAt, type Question } from './asked.ts'
import { foundText, severalText, singleText, unsureText } from './sentences.ts'

/** What an answer comes to, with what its sentence says besides. */
export interface PageHeadline extends Outcome {
  /** What of the line those have of whom it speaks. */
  question: Question
  /** «Ивановых»: of a surname alone that declines so; else empty. */
  family: string
  /** What is itemised: «двоих», «3 номера». */
  items: string
  /** Those whose rows say the same and who fit less. */
  others: readonly PersonCard[]
  /** What would tell equal people apart: nothing after a number or an address, whose people are the answer. */
  additions: readonly Addition[]
  isPartial: boolean
  /** Not everything that was found is shown. */
  isCut: boolean
}

export function pageHeadlineOf(answer: SearchAnswer): PageHeadline {
  const { persons, readings, failed_sources, completeness, completeness_note } = answer
  const outcome = withoutWords(outcomeOf(persons, readings), readings)
  const { code, who } = outcome
  const wanted = wantedOf(readings)
  const question = askedOf(who)
  const isByName =
    (question === 'surname' || question === 'name' || question === 'words') && !isOfNumbers(readings)
  return {
    ...outcome,
    question,
    family: question === 'surname' && whoCounts(who).organisations === 0 ? familyOf(readings) : '',
    items: code !== 'itemised' ? '' : wanted > 1 ? (WANTED[wanted] ?? '') : numbersText(readings),
    others:
      code === 'itemised' ? persons.filter(({ label }) => label === 'related') : othersOf(outcome, persons),
    additions: code === 'several' && isByName ? additionsFor({ readings, persons }) : [],
    isPartial: failed_sources.length > 0 || completeness_note !== undefined,
    isCut: completeness.more
  }
}

/** Of an address those who have it: its words stand also in records that have another, or none. */
function withoutWords(outcome: Outcome, [surest]: SearchAnswer['readings']): Outcome {
  const who = outcome.code === 'several' && surest?.kind === 'address' ? outcome.who.filter(livesAt) : []
  return who.length === 0 ? outcome : { code: who.length > 1 ? 'several' : 'one', who }
}

/** «Ивановых» of a line that is a surname; of one that declines nobody knows how it is quoted. */
function familyOf(readings: SearchAnswer['readings']): string {
  const surname = readings.find(({ kind }) => kind === 'full_name')?.value ?? ''
  if (surname === '' || /\s/.test(surname)) return ''
  return familyName(surname) ?? `Людей с фамилией ${quoted(surname)}`
}

/** Whether a line, as it is surest read, is numbers and addresses alone. */
const isOfNumbers = ([surest]: SearchAnswer['readings']): boolean =>
  surest !== undefined &&
  (surest.parts ?? [surest]).every(({ kind }) => kind === 'address' || isIdentifier(kind))

function othersOf({ code, who }: Outcome, persons: readonly PersonCard[]): readonly PersonCard[] {
  const [first] = who
  if (!first || (code !== 'one' && code !== 'several')) return []
  const rowLabel = rowLabelOf(first)
  const isAlike = (person: PersonCard) => rowLabelOf(person) === rowLabel
  return who.every(isAlike) ? persons.filter(person => isAlike(person) && !who.includes(person)) : []
}

/** «3 номера», with an e-mail among them «2 значения». */
function numbersText(readings: SearchAnswer['readings']): string {
  const numbers = itemisedIdentifiers(readings)
  const hasEmail = numbers.some(([surest]) => surest?.kind === 'email')
  return count(numbers.length, hasEmail ? 'value' : 'number')
}

const WANTED = ['', '', 'двоих', 'троих']

/** «Совпадает один человек», «Номер записан за двумя людьми», «Ивановых показано 87. Добавьте имя или дату». */
export const headlineText = (headline: PageHeadline): string =>
  headline.isPartial ? `${wholeText(headline)}. Ответ неполный` : wholeText(headline)

function wholeText(headline: PageHeadline): string {
  const { code, who, items, others, additions } = headline
  switch (code) {
    case 'one':
      return singleText(headline)
    case 'several':
      return severalText({ ...headline, additions: surestOf(additions) })
    case 'itemised':
      return `Искали ${items}, найдено: ${whoText(who)}${isOfOthers(headline) ? `, связанных: ${others.length}` : ''}`
    case 'probable':
      return unsureText(who)
    case 'namesakes':
    case 'related':
      return `Совпадения нет, ${foundText(who)}`
    case 'weak':
      return 'Совпадения нет, найдены слабые совпадения'
    case 'none':
      return 'Ничего не найдено'
  }
}

/** Whether those who are connected are not among those who were found. */
const isOfOthers = ({ who, others }: PageHeadline): boolean => others.some(other => !who.includes(other))
