import type { SQL } from 'bun'
import { DatabaseError } from '#api/db/connect.ts'
import {
  buildSearchIndexes,
  dropSearchIndexes,
  hasRecords,
  prepareTable,
  type Say
} from '#api/engines/postgres/indexes.ts'
import { loadFailure } from '#api/engines/postgres/load-failure.ts'
import { alone } from '#api/engines/postgres/load-lock.ts'
import type { Secrets } from '#api/lib/secrets.ts'
import { RECORDS_PER_PERSON } from './generate.ts'
import { loadSeed, planSeed, type SeedLoaded, type SeedPlan } from './load.ts'

export const DEMO_PEOPLE = 20_000
export const DEFAULT_SEED = 1
/** Any constant: processes that start together on one database seed it once. */
const SEED_LOCK = 7_210_001

/**
 * Fills a database without a source with synthetic people. All of it is one transaction: a crash leaves nothing, so
 * the next start begins anew. Answers zeros when there is a source already.
 */
export async function seedDemo(
  owner: SQL,
  secrets: Pick<Secrets, 'suppress'>,
  report: (text: string) => void
): Promise<{ people: number; records: number; sources: number }> {
  return await owner.begin(async tx => {
    await tx`SELECT pg_advisory_xact_lock(${SEED_LOCK})`
    const [row]: { some: boolean }[] = await tx`SELECT EXISTS (SELECT FROM source) AS some`
    if (row?.some || (await hasRecords(tx))) return { people: 0, records: 0, sources: 0 }
    await dropSearchIndexes(tx)
    const loaded = await loadSeed({
      people: DEMO_PEOPLE,
      seed: DEFAULT_SEED,
      secrets,
      intoEmpty: true,
      transaction: work => work(tx),
      onProgress(_, records) {
        if (records > 0) report(`синтетические люди: ${records.toLocaleString('ru-RU')} записей`)
      }
    })
    await buildSearchIndexes(tx)
    return { people: DEMO_PEOPLE, ...loaded }
  })
}

export interface SeedOrder {
  people: number
  seed: number
  workers?: number
  onProgress(people: number, records: number): void
  /** Told what happens besides storing: where a load goes on, that indexes are built. */
  say?: Say
}

/**
 * Loads people beside whatever is stored, in many transactions; an interrupted load goes on where it stopped. A large
 * load into an empty table goes without its search indexes, which are built at the end, also by the next load after a
 * kill. Throws a `DatabaseError` for what a person can put right.
 */
export async function seedPeople(
  owner: SQL,
  secrets: Pick<Secrets, 'suppress'>,
  order: SeedOrder
): Promise<SeedLoaded> {
  const busy = () =>
    new DatabaseError('Этих людей сейчас загружает другой процесс. Дождитесь его и повторите.')
  try {
    return await alone(owner, `seed:${order.seed}`, busy, () => loadAlone(owner, secrets, order))
  } catch (error) {
    const reason = loadFailure(error)
    throw reason === null ? error : new DatabaseError(reason)
  }
}

async function loadAlone(
  owner: SQL,
  secrets: Pick<Secrets, 'suppress'>,
  order: SeedOrder
): Promise<SeedLoaded> {
  const say = order.say ?? (() => {})
  const transaction = <T>(work: (tx: SQL) => Promise<T>): Promise<T> => owner.begin(work)
  const plan = await planSeed({ ...order, transaction })
  sayWhere(plan, say)
  const expected = Math.round((order.people - plan.before.people) * RECORDS_PER_PERSON)
  const finish = await prepareTable(owner, { expected, resumed: plan.before.people > 0 }, say)
  const intoEmpty = await holdsOnly(owner, plan)
  try {
    return await loadSeed({ ...order, secrets, intoEmpty, transaction }, plan)
  } finally {
    await finish()
  }
}

function sayWhere({ people, before }: SeedPlan, say: Say): void {
  if (before.people === 0) return
  const number = new Intl.NumberFormat('ru-RU')
  const from = `человек ${number.format(before.people)} из ${number.format(people)}`
  const stored = `записей уже сохранено: ${number.format(before.records)}`
  say(before.people >= people ? `Эти люди уже загружены, ${stored}` : `Продолжаю: ${from}, ${stored}`)
}

/** True when the table holds nothing but what this very load has brought: then its other rows are new. */
async function holdsOnly(owner: SQL, { segments }: SeedPlan): Promise<boolean> {
  const batches = `{${segments.flatMap(segment => segment.batches).join(',')}}`
  const [row]: { only: boolean }[] = await owner`SELECT
    (SELECT coalesce(sum(records), 0) FROM source) =
    (SELECT coalesce(sum(stored), 0) FROM import_batch WHERE id = ANY(${batches}::int4[])) AS only`
  return row?.only ?? false
}
