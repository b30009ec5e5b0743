import type { PersonCard } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { askedOf, type Question } from '#shared/identity/matching/asked.ts'
import { pluralSurname } from '#shared/identity/names/plural-surname.ts'
import { type HeadlineOutcome, headlineOutcome } from '#shared/identity/people/headline.ts'
import { isIdentifier } from '#shared/identity/reading/line-identifiers.ts'
import { itemisedText, itemsText } from '#shared/texts/holders.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { whoCounts } from '#shared/texts/who.ts'
import { type Addition, additionsFor, surestOf } from '#site/features/search/people/tell-apart.ts'
import { rowLabelOf } from '#site/features/search/texts.ts'
import { foundText, severalText, singleText, unsureText } from './sentences.ts'

/** What an answer comes to, with what its sentence says besides. */
export interface PageHeadline extends HeadlineOutcome {
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
  const outcome = headlineOutcome(persons, readings)
  const { code, who } = outcome
  const question = askedOf(who)
  const isByName =
    (question === 'surname' || question === 'name' || question === 'words') && !isOfNumbers(readings)
  return {
    ...outcome,
    question,
    family: question === 'surname' && whoCounts(who).organisations === 0 ? familyOf(readings) : '',
    items: code === 'itemised' ? itemsText(readings) : '',
    others:
      code === 'itemised' ? persons.filter(({ label }) => label === 'related') : othersOf(outcome, persons),
    additions: code === 'several' && isByName ? additionsFor({ readings, persons }) : [],
    isPartial: failed_sources.length > 0 || completeness_note !== undefined,
    isCut: completeness.more
  }
}

/** «Ивановых» of a line that is a surname; of one that declines nobody knows how it is quoted. */
function familyOf(readings: SearchAnswer['readings']): string {
  const surname = readings.find(({ kind }) => kind === 'full_name')?.value ?? ''
  if (surname === '' || /\s/.test(surname)) return ''
  return pluralSurname(surname) ?? `Людей с фамилией ${quoted(surname)}`
}

/** Whether a line, as it is surest read, is numbers and addresses alone. */
const isOfNumbers = ([surest]: SearchAnswer['readings']): boolean =>
  surest !== undefined &&
  (surest.parts ?? [surest]).every(({ kind }) => kind === 'address' || isIdentifier(kind))

function othersOf({ code, who }: HeadlineOutcome, persons: readonly PersonCard[]): readonly PersonCard[] {
  const [first] = who
  if (!first || (code !== 'one' && code !== 'several')) return []
  const rowLabel = rowLabelOf(first)
  const isAlike = (person: PersonCard) => rowLabelOf(person) === rowLabel
  return who.every(isAlike) ? persons.filter(person => isAlike(person) && !who.includes(person)) : []
}

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
      return itemisedText(items, who, others)
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
