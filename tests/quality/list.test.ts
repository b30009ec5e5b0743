import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DEFAULT_SEED } from '#api/db/seed/amounts.ts'
import type { Person } from '#api/db/seed/people.ts'
import { createRandom } from '#api/db/seed/random.ts'
import type { ListRow } from '#shared/contracts/lists/lists.ts'
import type { RowOutcome } from '#shared/labels/lists.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { draftOf, rowsOf, runToEnd } from '#tests/kit/lists.ts'
import { signedInAs } from '#tests/kit/people.ts'
import { mistype, TYPOS } from '#tests/kit/typos.ts'
import { loadTruth, type Truth } from './truth.ts'

const PEOPLE = 6_000
const ROWS_OF_CLASS = 100
const RIGHT_SHARE = 0.97

/** A row of which it is known what it has to come to. */
interface KnownRow {
  kind: string
  line: string
  outcomes: readonly RowOutcome[]
  /** Whom the best person has to be; any of them. */
  people: readonly Person[]
}

/** What is right for one made-up world only is not right. */
const SEEDS = [DEFAULT_SEED, 3]

const fullName = ({ surname, givenName, patronymic }: Person) => `${surname} ${givenName} ${patronymic}`
const twoWords = ({ surname, givenName }: Person) => `${surname} ${givenName}`
const two = (part: number) => String(part).padStart(2, '0')
const dateOf = ({ day, month, year }: Person) => `${two(day)}.${two(month)}.${year}`

/** Five classes of a hundred rows, each of people who stand in some source. */
function knownRows(truth: Truth, seed: number): KnownRow[] {
  const random = createRandom(seed, 77)
  const stored = truth.people.filter(({ no }) => (truth.recordsOf.get(no) ?? []).length > 0)
  const byName = Map.groupBy(stored, fullName)
  const alone = stored.filter(person => byName.get(fullName(person))?.length === 1)
  // Enough of them that some sources have several by surname and given name, whatever else they leave out.
  const namesakes = [...Map.groupBy(stored, twoWords).values()].filter(people => people.length > 3)
  const dated = alone.filter(({ no }) =>
    truth.recordsOf.get(no)?.some(id => truth.factsOf(id).includes('date'))
  )
  const phoned = stored.filter(({ no, phone }) =>
    truth.recordsOf.get(no)?.some(id => truth.factsOf(id).includes(phone.replace(/\D/g, '')))
  )
  const byPhone = Map.groupBy(phoned, ({ phone }) => phone)
  const times = <T>(make: (at: number) => T) => Array.from({ length: ROWS_OF_CLASS }, (_, at) => make(at))
  return [
    ...times((): KnownRow => {
      const person = random.pick(dated)
      const line = `${fullName(person)} ${dateOf(person)}`
      return { kind: 'name and date', line, outcomes: ['one', 'probable'], people: [person] }
    }),
    ...times((at): KnownRow => {
      const person = random.pick(dated)
      const surname = mistype(person.surname, TYPOS[at % TYPOS.length] ?? 'drop', random)
      const line = `${surname} ${person.givenName} ${person.patronymic} ${dateOf(person)}`
      return { kind: 'typing error', line, outcomes: ['one', 'probable'], people: [person] }
    }),
    ...times((at): KnownRow => {
      if (at % 2 === 0) {
        const person = random.pick(alone)
        return {
          kind: 'no date',
          line: fullName(person),
          outcomes: ['one', 'several', 'probable'],
          people: [person]
        }
      }
      const people = random.pick(namesakes)
      const [person] = people
      return {
        kind: 'namesakes',
        line: person ? twoWords(person) : '',
        outcomes: ['several', 'namesakes'],
        people
      }
    }),
    ...times((): KnownRow => {
      const { phone } = random.pick(phoned)
      return {
        kind: 'phone',
        line: phone,
        outcomes: ['one', 'several', 'probable'],
        people: byPhone.get(phone) ?? []
      }
    }),
    ...times(
      (at): KnownRow => ({
        kind: 'nobody',
        line: `Чудоюд${'бвгджзклмн'[at % 10]}${'аеиоу'[Math.trunc(at / 10) % 5]}${at < 50 ? 'кин' : 'лин'} Роман Игоревич ${two(1 + (at % 28))}.03.1977`,
        outcomes: ['none', 'namesakes', 'related'],
        people: []
      })
    )
  ]
}

const isOf = (truth: Truth, row: ListRow, people: readonly Person[]) =>
  row.best?.record_ids.some(id => people.some(({ no }) => truth.personOf.get(id) === no)) ?? false

describe.each(SEEDS)('in the world of seed %d', seed => {
  let truth: Truth
  beforeAll(async () => {
    truth = await loadTruth(seed, PEOPLE)
  }, 180_000)
  afterAll(() => truth.close())

  test(`a list of 500 rows has ${RIGHT_SHARE} right headlines or more, and no wrong «совпадает»`, async () => {
    const lines = knownRows(truth, seed)
    const client = await signedInAs(truth.app, ROLE_INFINITY)
    const { id } = await draftOf(
      client,
      lines.map(({ line }) => line)
    )
    expect((await client.post(`/api/lists/${id}/start`, {})).status).toBe(200)
    const list = await runToEnd(truth.app, client, id)
    expect(list).toMatchObject({ state: 'done', failed: 0, left: 0 })
    const rows = await rowsOf(client, id)
    const answers = new Map(rows.map(row => [row.n, row]))
    const judged = rows.map((row, at) => {
      const { outcomes, people, kind } = lines[at] as KnownRow
      const answer = answers.get(row.repeat_of ?? row.n) as ListRow
      const namesSomebody = answer.outcome === 'one' || answer.outcome === 'probable'
      return {
        kind,
        line: row.line,
        outcome: answer.outcome,
        isRight: outcomes.includes(answer.outcome) && (!namesSomebody || isOf(truth, answer, people)),
        isWrongMatch:
          answer.outcome === 'one' &&
          (people.length !== 1 || !isOf(truth, answer, people) || answer.best?.label !== 'match')
      }
    })
    const wrong = judged.filter(({ isRight }) => !isRight)
    const share = 1 - wrong.length / judged.length
    const byKind = Object.fromEntries(
      Map.groupBy(judged, ({ kind }) => kind)
        .entries()
        .map(([kind, all]) => [kind, all.filter(({ isRight }) => isRight).length / all.length])
    )
    console.log(`right headlines: ${share.toFixed(3)}`, byKind)
    expect(judged.filter(({ isWrongMatch }) => isWrongMatch)).toEqual([])
    expect(share, JSON.stringify(wrong.slice(0, 10))).toBeGreaterThanOrEqual(RIGHT_SHARE)
  }, 240_000)
})
