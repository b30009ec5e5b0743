import type { Person } from '#api/db/seed/people.ts'
import { samplePeople, type Truth } from '#tests/quality/truth.ts'
import { type Figure, firstOf, type Measure } from './figure.ts'
import { bornOf, nameAndDate, nameOf } from './lines.ts'

const FIRST = 20
const LINES: [what: string, lineOf: (person: Person) => string, goal: number][] = [
  ['ФИО', nameOf, 0.97],
  ['ФИО и дата рождения', nameAndDate, 0.98],
  ['ФИО и год', person => `${nameOf(person)} ${person.year}`, 0.97],
  ['фамилия, имя и дата рождения', person => `${person.surname} ${person.givenName} ${bornOf(person)}`, 0.97],
  ['ФИО и телефон', person => `${nameOf(person)} ${person.phone}`, 0.97],
  ['ФИО и город', person => `${nameOf(person)} ${person.address.city}`, 0.97]
]
const IN_FIRST_20 = 0.95

/** How much of what the sources have of a person an answer shows, and among its first 20, by what was asked. */
export const recall: Measure = async (truth, sampleSize) => {
  const figures: Figure[] = []
  for (const [what, lineOf, goal] of LINES)
    figures.push(...(await recallBy(truth, sampleSize, what, lineOf, goal)))
  return figures
}

async function recallBy(
  truth: Truth,
  sampleSize: number,
  what: string,
  lineOf: (person: Person) => string,
  goal: number
): Promise<Figure[]> {
  let [records, shown, inFirst, firstPossible] = [0, 0, 0, 0]
  const missed: string[] = []
  for (const person of samplePeople(truth, sampleSize, 1)) {
    const own = truth.recordsOf.get(person.no) ?? []
    const { recordIds } = await truth.ask(lineOf(person))
    const all = new Set(recordIds)
    const first = new Set(recordIds.slice(0, FIRST))
    records += own.length
    firstPossible += Math.min(FIRST, own.length)
    for (const id of own) {
      if (first.has(id)) inFirst += 1
      if (all.has(id)) shown += 1
      else missed.push(`${lineOf(person)}: ${id}`)
    }
  }
  const title = `записей человека в ответе: ${what}`
  return [
    { title, value: shown / records, of: records, goal: { atLeast: goal }, failures: firstOf(missed) },
    {
      title: `${title}, в первых ${FIRST}`,
      value: inFirst / firstPossible,
      of: firstPossible,
      goal: { atLeast: IN_FIRST_20 },
      failures: []
    }
  ]
}
