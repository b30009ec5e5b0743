import type { OperatorInfo } from '#shared/contracts/operator.ts'
import type { AnswerPerson, Person } from '#shared/contracts/person.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { isDetailed } from '#shared/identity/detailed.ts'

export interface OperatorLookup {
  /** By phone; unknown ones are absent. */
  operatorsOf(phones: readonly string[]): Promise<ReadonlyMap<string, OperatorInfo>>
}

const typedPhone = ([best]: readonly Reading[]): string | undefined =>
  [best, ...(best?.parts ?? [])].find(reading => reading?.kind === 'phone')?.value

const summaryPhone = (persons: readonly AnswerPerson[]): string | undefined => {
  const best = persons.find(({ label }) => label !== 'related') ?? persons[0]
  return best && phonesOf(best)[0]?.phone
}

const phonesOf = (person: AnswerPerson): Person['phones'] => (isDetailed(person) ? person.phones : [])

/** Adds operators to phones of people and of the line, else of the best person; null when unknown. */
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
