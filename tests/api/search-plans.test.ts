import { expect, test } from 'bun:test'
import type { SQL } from 'bun'
import type { SearchPolicy } from '#api/engines/contract.ts'
import { openRecords } from '#api/engines/index.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { planOf, searchIn } from '#tests/kit/search-in.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const LINES = [
  '+7 973 204-17-40',
  'ivanov@example.com',
  'Иванов Иван Иванович',
  'Ивнов Иван Иванович',
  'Иваонв Иван',
  'Иванов И. И.',
  'Иванов Иван 01.02.1980',
  'Иванов Иван Иванович 01.02.1980',
  'Иван',
  'город Примерск улица Образцовая',
  'Иванова-Петрова Анна 1980'
]
/** The planner takes the table for one of so many records; it knows nothing of what is in it. */
const RECORDS = 10_000_000
const IN_TIME_MS = 5_000
const NEVER = new AbortController().signal

let lane: SQL

const app = startedApp(async app => {
  await loadPeople(app)
  const { owner } = app.database
  await owner`UPDATE pg_class SET reltuples = ${RECORDS}, relpages = 1 WHERE relname IN ('rec', 'rec_k', 'rec_sur', 'rec_pkey')`
}, startOnPostgres)

/** The plans of everything that searches for these lines send, as a large table would have them under a setting. */
async function plansOf(
  lines: readonly string[],
  {
    setting = 'enable_bitmapscan = on',
    suppressedKeys = null as SearchPolicy['suppressedKeys'],
    limits = {},
    lists = null as ((step: PlanStep) => boolean) | null
  } = {}
): Promise<string[]> {
  const open = (settings: Record<string, string>) => {
    lane = app.database.openConnection(settings)
    return lane
  }
  const { engine } = openRecords({ elasticsearchUrl: null }, { ...app.database, openConnection: open })
  const { policy } = await app.context.sources.current()
  if (lists)
    for (const steps of lines.map(line => planOf(line).steps.filter(lists))) {
      await engine.count(steps, policy, 1_001, IN_TIME_MS, NEVER)
      await engine.list(
        { steps, earlier: [], skipped: [1n], after: null, limit: 9 },
        policy,
        IN_TIME_MS,
        NEVER
      )
    }
  else
    for (const line of lines)
      await searchIn(app, line, { engine, limits, change: policy => ({ ...policy, suppressedKeys }) })
  const statements: { name: string; parameters: number }[] = await lane`SELECT name,
      cardinality(parameter_types) AS parameters
    FROM pg_prepared_statements WHERE statement LIKE '%FROM rec%' AND statement NOT LIKE '%pg_prepared%'`
  await lane.unsafe(`SET ${setting}`).simple()
  await lane.unsafe('DISCARD PLANS').simple()
  const plans: string[] = []
  for (const { name, parameters } of statements) {
    const rows: Record<string, string>[] = await lane.unsafe(
      `EXPLAIN EXECUTE "${name}"(${Array(parameters).fill('NULL').join(', ')})`
    )
    plans.push(rows.map(row => Object.values(row)[0]).join('\n'))
  }
  return plans
}

test('no look-up of keys reads a large table from end to end', async () => {
  const plans = await plansOf(LINES)
  expect(plans.length).toBeGreaterThan(5)
  for (const plan of plans) {
    expect(plan).toContain('Bitmap Index Scan on rec_k')
    expect(plan).not.toMatch(/(?:Index (?:Only )?Scan|Seq Scan)[^\n]* on rec\b/)
  }
})

test('no look-up of keys can be planned as a scan of the surnames, whatever the planner hopes of it', async () => {
  const plans = await plansOf(LINES, { setting: 'enable_bitmapscan = off' })
  expect(plans.length).toBeGreaterThan(5)
  for (const plan of plans) expect(plan).not.toContain('rec_sur')
})

test('a lone surname is looked up in the order of its index', async () => {
  const plans = await plansOf(['Иванов'])
  expect(plans.some(plan => plan.includes('Index Scan using rec_sur'))).toBe(true)
})

test('counting and «ещё» read what the keys find, not the table', async () => {
  const plans = await plansOf(LINES, { lists: () => true })
  expect(plans.length).toBeGreaterThan(5)
  for (const plan of plans) {
    expect(plan).toContain('Bitmap Index Scan on rec_k')
    expect(plan).not.toMatch(/Seq Scan[^\n]* on rec\b/)
    // What is found is put in order first, and then read by its number.
    const scans = plan.match(/Index (?:Only )?Scan[^\n]* on rec\b[^\n]*\n[^\n]*/g) ?? []
    for (const scan of scans) expect(scan).toMatch(/rec_pkey[^\n]*\n[^\n]*id = page\.id/)
  }
})

test('a lone surname is counted and goes on in its index', async () => {
  const plans = await plansOf(['Иванов'], { lists: ({ surname }) => surname !== undefined })
  expect(plans).toHaveLength(2)
  for (const plan of plans) expect(plan).toMatch(/Index (?:Only )?Scan using rec_sur on rec/)
})

test('where the suppressed leave places, each record is looked up on the list by an index', async () => {
  const plans = await plansOf(LINES, {
    suppressedKeys: { has: () => true },
    limits: { perSource: 0, total: 0 }
  })
  const withList = plans.filter(plan => plan.includes('suppression'))
  expect(withList.length).toBeGreaterThan(4)
  for (const plan of withList) {
    expect(plan).toContain('Bitmap Index Scan on rec_k')
    expect(plan).toMatch(/SubPlan/)
    expect(plan).toMatch(/suppression_prefix/)
  }
})
