import type { SQL } from 'bun'
import {
  buildSearchIndexes,
  dropSearchIndexes,
  ensureSearchIndexes,
  hasRecords
} from '#api/engines/postgres-load.ts'
import type { Secrets } from '#api/lib/secrets.ts'
import { loadSeed } from './load.ts'

export const DEMO_PEOPLE = 20_000
export const DEFAULT_SEED = 1
const REPORT_EVERY_RECORDS = 20_000
/** Any constant: processes that start together on one database seed it once. */
const SEED_LOCK = 7_210_001

/**
 * Fills a database without a source with synthetic people. All of it is one transaction: a crash leaves nothing, so
 * the next start begins anew. Answers zeros when there is a source already.
 */
export async function seedDemo(
  owner: SQL,
  secrets: Secrets,
  report: (text: string) => void
): Promise<{ people: number; records: number; sources: number }> {
  return await owner.begin(async tx => {
    await tx`SELECT pg_advisory_xact_lock(${SEED_LOCK})`
    const [row]: { some: boolean }[] = await tx`SELECT EXISTS (SELECT FROM source) AS some`
    if (row?.some || (await hasRecords(tx))) return { people: 0, records: 0, sources: 0 }
    let reported = 0
    await dropSearchIndexes(tx)
    const loaded = await loadSeed({
      people: DEMO_PEOPLE,
      seed: DEFAULT_SEED,
      secrets,
      intoEmpty: true,
      transaction: work => work(tx),
      onProgress: done => {
        if (done - reported < REPORT_EVERY_RECORDS) return
        reported = done
        report(`синтетические люди: ${done.toLocaleString('ru-RU')} записей`)
      }
    })
    await buildSearchIndexes(tx)
    return { people: DEMO_PEOPLE, ...loaded }
  })
}

export interface SeedOrder {
  people: number
  seed: number
  onProgress(done: number): void
}

/**
 * Loads people beside whatever is stored, in many transactions; an interrupted load goes on where it stopped. An empty
 * table is filled without its search indexes, which are built at the end, also by the next load after a kill.
 */
export async function seedPeople(
  owner: SQL,
  secrets: Pick<Secrets, 'suppress'>,
  order: SeedOrder
): Promise<{ records: number; sources: number }> {
  const intoEmpty = !(await hasRecords(owner))
  if (intoEmpty) await dropSearchIndexes(owner)
  try {
    return await loadSeed({ ...order, secrets, intoEmpty, transaction: work => owner.begin(work) })
  } finally {
    await ensureSearchIndexes(owner)
  }
}
