import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { detectSignals } from '#api/features/risk/detection-store.ts'
import { RISK_RECORDS_PER_DAY } from '#shared/constants.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const PORTION = RISK_RECORDS_PER_DAY / 5

const LOOKS = fc.array(
  fc.record({
    act: fc.constantFrom('search', 'search_repeat', 'search_more', 'list_rows', 'list_export'),
    hours: fc.nat(23),
    start: fc.nat(6),
    size: fc.integer({ min: 1, max: 3 }),
    again: fc.integer({ min: 1, max: 3 })
  }),
  { minLength: 1, maxLength: 6 }
)

describe('records that are shown again', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ RISK_MODE: 'flag' })
  })
  afterAll(() => app.stop())

  const signalsOf = async ({ user }: Person) => {
    await detectSignals(app.context.sql, 'many_records', true)
    return [...(await app.database.owner`SELECT kind, amount FROM risk_signal WHERE user_id = ${user.id}`)]
  }

  /** The looks that follow count nothing of this account again. */
  const close = async ({ user }: Person) =>
    await app.database
      .owner`INSERT INTO risk_signal (user_id, kind, amount, first_at, last_at, state, decided_at)
      VALUES (${user.id}, 'many_records', 1, now(), now(), 'closed', now())`

  test('count once, whether lists, searches or files show them, and beside whatever others', async () => {
    await fc.assert(
      fc.asyncProperty(LOOKS, async looks => {
        const person = await registerAndLogin(app)
        await app.database.owner`INSERT INTO audit_event (at, actor_kind, actor_id, via, action, record_ids)
          SELECT now() - make_interval(hours => s.hours, secs => n), 'user', ${person.user.id}, 'ui', s.act,
            ARRAY(SELECT generate_series(s.start * ${PORTION}, (s.start + s.size) * ${PORTION} - 1))
          FROM jsonb_to_recordset(${JSON.stringify(looks)}::text::jsonb)
            AS s(act text, hours int, start int, size int, again int), generate_series(1, s.again) AS n
          UNION ALL SELECT now(), 'user', ${person.user.id}, 'ui', 'search', '{}'`
        const seen = new Set(looks.flatMap(({ start, size }) => [start, start + 1, start + 2].slice(0, size)))
        const amount = seen.size * PORTION
        expect(await signalsOf(person)).toEqual(
          amount < RISK_RECORDS_PER_DAY ? [] : [{ kind: 'many_records', amount }]
        )
        await close(person)
      }),
      { numRuns: 8, examples: [[LONE], [APART]] }
    )
  })

  test('by a page that polls a list the whole day are no signal', async () => {
    const person = await registerAndLogin(app)
    await app.database.owner`INSERT INTO audit_event (at, actor_kind, actor_id, via, action, record_ids)
      SELECT now() - make_interval(secs => 3 * n), 'user', ${person.user.id}, 'ui', 'list_rows',
        ARRAY(SELECT generate_series(1, least(n / 10, 100))) FROM generate_series(1, 28000) AS n`
    expect(await signalsOf(person)).toEqual([])
  })
})

const lookOf = (act: string, start: number, size: number) => ({ act, hours: 0, start, size, again: 3 })
const LONE = [lookOf('list_rows', 0, 3)]
/** What lists show and export counts like what searches show. */
const APART = [lookOf('list_rows', 0, 3), lookOf('list_export', 2, 3)]
