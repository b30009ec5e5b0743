import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createRandom } from '#api/db/seed/random.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { mistype, TYPOS } from '#tests/kit/typos.ts'
import { type Recall, recallOf } from './recall.ts'
import { bornOf, loadTruth, nameOf, samplePeople, type Truth } from './truth.ts'

const SEED = 1
const PEOPLE = 20_000
const ASKED = 150
const MISTYPED = 60

let truth: Truth

beforeAll(async () => {
  truth = await loadTruth(SEED, PEOPLE)
}, 120_000)
afterAll(() => truth.close())

const say = (what: string, { found, inFirst20 }: Recall) =>
  console.log(
    `  ${what}: ${found.toFixed(3)} of the records shown, ${inFirst20.toFixed(3)} among the first 20`
  )

test.each([
  ['name', nameOf],
  ['name and birth date', person => `${nameOf(person)} ${bornOf(person)}`],
  ['name and year', person => `${nameOf(person)} ${person.year}`],
  ['surname, given name and birth date', person => `${person.surname} ${person.givenName} ${bornOf(person)}`],
  ['name and phone', person => `${nameOf(person)} ${person.phone}`],
  ['name and city', person => `${nameOf(person)} ${person.address.city}`]
] as [string, (person: Truth['people'][number]) => string][])(
  'a search by %s shows what there is of a person',
  async (what, lineOf) => {
    const recall = await recallOf(truth, ASKED, 1, lineOf)
    say(what, recall)
    expect(recall.found).toBeGreaterThanOrEqual(0.97)
    expect(recall.inFirst20).toBeGreaterThanOrEqual(0.95)
  },
  60_000
)

test('a detail that a record lacks or contradicts is said, and nobody of them is «совпадает»', async () => {
  const wrong: string[] = []
  for (const person of samplePeople(truth, ASKED, 2)) {
    const { answer } = await truth.ask(`${nameOf(person)} ${bornOf(person)}`)
    for (const { label, band, query_reasons } of answer.persons) {
      const tones = new Set(query_reasons.map(({ tone }) => tone))
      if (label === 'match' && (band !== 'full' || tones.has('contradict'))) wrong.push(`${band} ${label}`)
      if (band === 'full' && (tones.has('contradict') || tones.has('missing')))
        wrong.push(`${band} with a doubt`)
    }
  }
  expect(wrong).toEqual([])
}, 60_000)

test.each([...TYPOS])(
  'a name stored with a typing error (%s) is found by the right one',
  async typo => {
    const random = createRandom(SEED, TYPOS.indexOf(typo))
    const people = samplePeople(truth, MISTYPED, 3 + TYPOS.indexOf(typo))
    const rows = people.map(({ surname, givenName, patronymic }, at) => {
      const parts = [surname, givenName, patronymic]
      const place = random.below(parts.length)
      return [
        `${typo}-${at}`,
        ...parts.map((part, which) => (which === place ? mistype(part, typo, random) : part))
      ]
    })
    await loadSource(truth.app, `typos_${typo}`, {
      title: `Опечатки ${typo}`,
      kind: 'ordinary',
      columns: [
        { label: 'Номер записи', kind: 'record_number' },
        { label: 'Фамилия', kind: 'last_name' },
        { label: 'Имя', kind: 'first_name' },
        { label: 'Отчество', kind: 'middle_name' }
      ],
      rows
    })
    await Bun.sleep(1_100)
    const missed: string[] = []
    for (const [at, person] of people.entries()) {
      const { recordIds } = await truth.ask(nameOf(person))
      if (!recordIds.includes(`typos_${typo}:${typo}-${at}`))
        missed.push(`${nameOf(person)}: ${rows[at]?.slice(1).join(' ')}`)
    }
    console.log(`  stored with ${typo}: ${(1 - missed.length / people.length).toFixed(3)} found`)
    expect(missed.length / people.length).toBeLessThanOrEqual(0.05)
  },
  60_000
)
