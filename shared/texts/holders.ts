import type { PersonCard } from '#shared/contracts/person.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import {
  IDENTIFIER_WORDS,
  type Identifier,
  type IdentifierWords
} from '#shared/identity/identifiers/table.ts'
import { askedOf, hasAskedAddress, type Question } from '#shared/identity/matching/asked.ts'
import { askedPeopleCount, headlineOutcome } from '#shared/identity/people/headline.ts'
import { itemisedIdentifiers } from '#shared/identity/reading/line-identifiers.ts'
import { counted } from './counts.ts'
import { agreeing, whoInInstrumental, whoNamed, whoText } from './who.ts'

/** What is said of those who have what was asked, where that is a number, an address, or several people. */

export const IDENTIFIER_NOUNS = Object.fromEntries(
  Object.entries<IdentifierWords>(IDENTIFIER_WORDS).flatMap(([kind, { noun, readings = {} }]) => [
    [kind, noun],
    ...Object.entries(readings).map(([reading, own]) => [reading, own.noun ?? noun])
  ])
) as Record<Identifier, string>

const isIdentifier = (question: Question): question is Identifier => question in IDENTIFIER_NOUNS

export function namedNumber(identifier: Identifier) {
  const noun = identifier === 'phone' ? 'номер' : IDENTIFIER_NOUNS[identifier]
  const { isNeuter }: IdentifierWords = IDENTIFIER_WORDS[identifier as keyof typeof IDENTIFIER_WORDS] ?? {}
  return isNeuter
    ? { noun, ending: 'о', such: 'такое', similar: 'похожее' }
    : { noun, ending: '', such: 'такой', similar: 'похожий' }
}

interface Holders {
  question: Question
  who: readonly PersonCard[]
  others: readonly PersonCard[]
  isCut: boolean
}

/** Of those who have one number or live at one address: whoever it is, they are the answer. */
export function holdersText({ question, who, others, isCut }: Holders): string | null {
  if (question === 'address') {
    const byWords = others.filter(other => !hasAskedAddress(other))
    const rest = byWords.length > 0 ? `. По словам ещё ${whoNamed(byWords)}` : ''
    return `По этому адресу ${isCut ? `${agreeing(who, ['показан', 'показана', 'показаны'])} ` : ''}${whoNamed(who)}${rest}`
  }
  if (!isIdentifier(question)) return null
  const { noun, ending } = namedNumber(question)
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)} записан${ending} ${isCut ? 'не меньше чем ' : ''}за ${whoInInstrumental(who)}`
}

const WANTED = ['', '', 'двоих', 'троих']

/** What is itemised: «двоих», «3 номера», with an e-mail among them «2 значения». */
export function itemsText(readings: readonly Reading[]): string {
  const wanted = askedPeopleCount(readings)
  if (wanted > 1) return WANTED[wanted] ?? ''
  const numbers = itemisedIdentifiers(readings)
  const hasEmail = numbers.some(([surest]) => surest?.kind === 'email')
  return counted(
    numbers.length,
    hasEmail ? ['значение', 'значения', 'значений'] : ['номер', 'номера', 'номеров']
  )
}

/** «Искали двоих, найдено: 2 человека, связанных: 1». */
export function itemisedText(
  items: string,
  who: readonly PersonCard[],
  others: readonly PersonCard[]
): string {
  // Those who are connected are counted once.
  const isOfOthers = others.some(other => !who.includes(other))
  return `Искали ${items}, найдено: ${whoText(who)}${isOfOthers ? `, связанных: ${others.length}` : ''}`
}

/** The headline of an answer about a number, an address, or several people; null of any other, and where nobody is found. */
export function askedText(
  persons: readonly PersonCard[],
  readings: readonly Reading[],
  isCut: boolean
): string | null {
  const outcome = headlineOutcome(persons, readings)
  const { code, who } = outcome
  if (who.length === 0) return null
  if (code === 'itemised')
    return itemisedText(
      itemsText(readings),
      who,
      persons.filter(({ label }) => label === 'related')
    )
  if (code !== 'one' && code !== 'several') return null
  return holdersText({ question: askedOf(who), who, others: [], isCut })
}
