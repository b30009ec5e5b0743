import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { cursorAfter, nextPageRecords } from '#api/features/search/past/service.ts'
import { numbersIn } from '#api/features/search/past/store.ts'
import type { ReplayedAnswer } from '#api/features/search/replay-cache.ts'
import type { SearchCaller } from '#api/features/search/reserve-credit.ts'
import { payForSearch } from '#api/features/search/service.ts'
import { REPLAY_SECONDS } from '#shared/constants.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { ENGINES } from '#tests/kit/engines.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { idsIn, loadCardIndexes, moreOf, perform } from './card-indexes.ts'

/** An answer, and what «ещё» has brought after it so far. */
interface Shown {
  searchId: string
  isApi: boolean
  numbers: string[]
  /** Undefined before the first page. */
  cursor: string | null | undefined
}

type Step =
  /** Null: the page asks. */
  | { act: 'ask'; limit: number | null }
  /** The next records after one of the answers. */
  | { act: 'more'; after: number }
  /** From now on the line is paid for anew. */
  | { act: 'wait' }

const LINES: [line: string, all: number, limits: (number | null)[]][] = [
  ['Частухин Иван', 180, [10, 30, 100, 150, 179, 200, null]],
  ['картотеки', 583, [10, 300, 500, 501, 570, 10_000, null]]
]
const stepsOf = (limits: (number | null)[]): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ act: fc.constant('ask' as const), limit: fc.constantFrom(...limits) })
      },
      { weight: 3, arbitrary: fc.record({ act: fc.constant('more' as const), after: fc.nat(20) }) },
      { weight: 1, arbitrary: fc.constant({ act: 'wait' as const }) }
    ),
    { minLength: 2, maxLength: 9 }
  )

describe.each(ENGINES)(
  'a line asked with one limit after another, on the engine %s',
  (_name, openRecords) => {
    let app: TestApp
    beforeAll(async () => {
      app = await startApp({}, openRecords)
      await loadCardIndexes(app)
    })
    afterAll(() => app.stop())

    const callerOf = ({ user }: Person, isApi: boolean): SearchCaller => ({
      ...{ userId: user.id, role: ROLE_USER, requestsCount: user.requests_count, address: null, isApi },
      ...{ clientKey: null, knowsKey: false, signal: new AbortController().signal }
    })

    async function ask(person: Person, line: string, limit: number | null): Promise<Shown> {
      const isApi = limit !== null
      const paid = await payForSearch(app.context, callerOf(person, isApi), { line, chosen: null, limit })
      const cursor = isApi ? cursorAfter(app.context, paid) : undefined
      return { searchId: paid.searchId, isApi, numbers: numbersOf(paid.answer), cursor }
    }

    async function goOn(person: Person, shown: Shown): Promise<void> {
      if (shown.cursor === null) return
      const { searchId, cursor = null } = shown
      const more = { searchId, source: null, cursor }
      const next = await nextPageRecords(app.context, callerOf(person, shown.isApi), more)
      shown.numbers.push(...numbersOf(next.answer))
      shown.cursor = next.cursor
    }

    async function wait({ user }: Person): Promise<void> {
      await app.database.owner`DELETE FROM search_delivery WHERE user_id = ${user.id}`
      await app.database.owner`UPDATE search_answer SET at = at - make_interval(secs => ${REPLAY_SECONDS})
      WHERE user_id = ${user.id}`
    }

    async function audited(person: Person, searchId: string): Promise<Set<string>> {
      const rows = await app.database.owner<
        { number: string }[]
      >`SELECT DISTINCT unnest(e.record_ids)::text AS number
      FROM search_history h JOIN audit_event e ON e.actor_id = h.user_id AND e.detail->>'history_id' = h.id::text
      WHERE h.user_id = ${person.user.id} AND h.search_id = ${Buffer.from(searchId, 'base64url')}`
      return new Set(rows.map(({ number }) => number))
    }

    test.each(LINES)(
      '«%s»: every answer and what goes on from it are the whole, each record once',
      async (line, all, limits) => {
        await fc.assert(
          fc.asyncProperty(stepsOf(limits), async steps => {
            const person = await signedInAs(app, ROLE_USER, 50)
            const answers: Shown[] = []
            for (const step of steps) {
              if (step.act === 'ask') answers.push(await ask(person, line, step.limit))
              if (step.act === 'wait') await wait(person)
              const after = step.act === 'more' ? answers[step.after % answers.length] : undefined
              if (after) await goOn(person, after)
            }
            for (const shown of answers) while (shown.cursor !== null) await goOn(person, shown)
            for (const { searchId, numbers } of answers) {
              expect([numbers.length, new Set(numbers).size]).toEqual([all, all])
              const noted = await audited(person, searchId)
              expect(numbers.filter(number => !noted.has(number))).toEqual([])
            }
          }),
          { numRuns: RUNS, examples: EXAMPLES }
        )
      }
    )

    test('people that the page asks for again are no answer to go on from', async () => {
      const person = await signedInAs(app, ROLE_USER, 5)
      const answer = await perform(person, 'Частухин Иван')
      const [first] = answer.persons
      const people = await moreOf(person, { search_id: answer.search_id, people: [first?.id] })
      expect(idsIn(people.body).length).toBeLessThan(idsIn(answer).length)
      const rest = await moreOf(person, { search_id: answer.search_id })
      const ids = [answer, rest.body].flatMap(idsIn)
      expect([ids.length, new Set(ids).size, rest.body.cursor]).toEqual([180, 180, null])
    })

    test('a page that shows others than it did leaves out of «ещё» only what it always showed', async () => {
      const person = await signedInAs(app, ROLE_USER, 5)
      const first = await ask(person, 'картотеки', null)
      const [hidden = ''] = first.numbers
      // As if a search of this moment had found another in its place.
      await app.database.owner`INSERT INTO audit_event (actor_kind, actor_id, via, action, record_ids, detail)
      SELECT actor_kind, actor_id, via, 'search_repeat', array_remove(record_ids, ${hidden}::int8), detail
      FROM audit_event WHERE actor_id = ${person.user.id} AND action = 'search'`
      while (first.cursor !== null) await goOn(person, first)
      expect([first.numbers.length, new Set(first.numbers).size]).toEqual([584, 583])
      expect(first.numbers.filter(number => number === hidden)).toHaveLength(2)
    })
  }
)

const RUNS = 12
const EXAMPLES: [Step[]][] = [
  [[100, 10].map(limit => ({ act: 'ask', limit }))],
  [[10, 100].map(limit => ({ act: 'ask', limit }))],
  [[null, 10, null].map(limit => ({ act: 'ask', limit }))],
  // An answer at hand outlives the search that it was given for.
  [[{ act: 'ask', limit: 100 }, { act: 'wait' }, { act: 'ask', limit: 10 }, { act: 'ask', limit: 100 }]]
]

const numbersOf = ({ recordNumbers }: Pick<ReplayedAnswer, 'recordNumbers'>) => numbersIn(recordNumbers)
