import type { PersonCard } from '#shared/contracts/person.ts'
import type { Identifier } from '#shared/identity/identifiers/table.ts'

/**
 * What everybody of a sentence has of the line: one number, an address, a surname alone, a name with whatever else; `numbers`
 * are several, `words` stand anywhere.
 */
export type Question = Identifier | 'address' | 'surname' | 'name' | 'numbers' | 'words'

type Fitting = Pick<PersonCard, 'query_reasons'>

const NOT_NUMBERS: readonly string[] = ['name', 'birth_date', 'text']

/** The parts of the line that somebody has; words that stand anywhere only where they are all. */
function agreedParts({ query_reasons }: Fitting): string[] {
  const parts = query_reasons.flatMap(({ tone, part }) => (tone === 'agree' ? part.split('_and_') : []))
  const own = parts.filter(part => part !== 'text')
  return own.length > 0 ? own : parts
}

/** Whether a record of somebody has the address of the line. */
export const hasAskedAddress = (one: Fitting): boolean => agreedParts(one).includes('address')

/** @param who Those who have all that was asked. */
export function askedOf(who: readonly Fitting[]): Question {
  const parts = new Set(who.flatMap(agreedParts))
  if (parts.has('name')) return isSurnameAlone(who) ? 'surname' : 'name'
  if (parts.size === 0 || NOT_NUMBERS.some(part => parts.has(part))) return 'words'
  const [part, ...others] = parts
  // What one of them lacks is no number of all of them.
  const isOfAll = others.length === 0 && who.every(one => agreedParts(one).length > 0)
  return isOfAll ? (part as Identifier | 'address') : 'numbers'
}

/** Reasons that speak of a surname, and of how it is written. */
const OF_SURNAME = /^(?:same_surname|surname_of_other_gender|(?:latin|different)_spelling)$/

const isSurnameAlone = (who: readonly Fitting[]): boolean =>
  who.every(
    one =>
      agreedParts(one).includes('name') &&
      one.query_reasons.every(
        ({ tone, part, code }) => tone !== 'agree' || part === 'text' || OF_SURNAME.test(code)
      )
  )

/** The number of which everybody has one that is nearly the same, and nothing else of the line; null where there is none. */
export function nearNumberOf(who: readonly Fitting[]): Identifier | null {
  const near = new Set(
    who.map(({ query_reasons }) => {
      const agrees = query_reasons.some(({ tone }) => tone === 'agree')
      const reason = query_reasons.find(({ code }) => /^(?:no_valid_)?near_/.test(code))
      return agrees || !reason || NOT_NUMBERS.includes(reason.part) ? null : (reason.part as Identifier)
    })
  )
  const [part = null, ...others] = near
  return others.length === 0 ? part : null
}

/** Whether somebody is found by a name that is taken for a slip of the keys. */
export const isMistyped = ({ query_reasons }: Fitting): boolean =>
  query_reasons.some(({ code }) => code.startsWith('mistyped_') && code !== 'mistyped_organisation')
