import type { OperatorInfo } from '#shared/contracts/operator.ts'
import type { AnswerPerson, Person } from '#shared/contracts/person.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { isDetailed } from '#shared/identity/people/headline.ts'

export interface OperatorLookup {
  /** By the phone as it is given; without those that the plan does not know. */
  operatorsOf(phones: readonly string[]): Promise<ReadonlyMap<string, OperatorInfo>>
}

const typedPhone = ([best]: readonly Reading[]): string | undefined =>
  [best, ...(best?.parts ?? [])].find(reading => reading?.kind === 'phone')?.value

/** The first phone of the best person who is not only related, as the page puts that one into its summary. */
const summaryPhone = (persons: readonly AnswerPerson[]): string | undefined => {
  const best = persons.find(({ label }) => label !== 'related') ?? persons[0]
  return best && phonesOf(best)[0]?.phone
}

const phonesOf = (person: AnswerPerson): Person['phones'] => (isDetailed(person) ? person.phones : [])

/**
 * Says who serves the phones of the people, and the phone of the line; without one in the line that of the best person.
 * The operator stays null where the numbering plan says nothing.
 */
export async function withOperators<P extends AnswerPerson>(
  persons: readonly P[],
  readings: readonly Reading[],
  { operatorsOf }: OperatorLookup
): Promise<{ persons: P[] } & Pick<SearchAnswer, 'operator_info'>> {
  const main = typedPhone(readings) ?? summaryPhone(persons)
  const phones = persons.flatMap(person => phonesOf(person).map(({ phone }) => phone))
  const operators = await operatorsOf(main === undefined ? phones : [main, ...phones])
  return {
    persons: persons.map(person => {
      const phones = phonesOf(person).map(phone => {
        const { operator, region, country, note = null } = operators.get(phone.phone) ?? phone
        return { phone: phone.phone, operator, region, country, note }
      })
      return phones.length > 0 ? { ...person, phones } : person
    }),
    operator_info: (main !== undefined && operators.get(main)) || null
  }
}
