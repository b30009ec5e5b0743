import type { SQL } from 'bun'
import { DatabaseError } from '#api/db/connect.ts'
import { withExclusiveLocks } from '#api/db/exclusive-lock.ts'
import { loadFailure } from '#api/db/load-failure.ts'
import { orm } from '#api/db/orm.ts'
import { importBatches, sources } from '#api/db/schema/index.ts'
import { DEFAULT_SEED, DEMO_PEOPLE } from './amounts.ts'
import { loadSeed, type SeedLoad, type SeedResult } from './load.ts'

const DEMO_WAIT_MS = 120_000
const DEMO_RETRY_MS = 200

class BusyError extends DatabaseError {}

/** Completes an interrupted seed; concurrent calls seed once. Zeros when nothing is due. */
export async function seedDemo(
  load: Pick<SeedLoad, 'owner' | 'book' | 'secrets'>,
  report: (text: string) => void
): Promise<{ people: number; records: number; sources: number }> {
  const until = Date.now() + DEMO_WAIT_MS
  while (await isDemoDue(load.owner)) {
    try {
      const loaded = await seedPeople({
        ...load,
        people: DEMO_PEOPLE,
        seed: DEFAULT_SEED,
        onProgress(_, records) {
          if (records > 0) report(`синтетические люди: ${records.toLocaleString('ru-RU')} записей`)
        }
      })
      return { people: DEMO_PEOPLE, ...loaded }
    } catch (error) {
      if (!(error instanceof BusyError) || Date.now() > until) throw error
      await Bun.sleep(DEMO_RETRY_MS)
    }
  }
  return { people: 0, records: 0, sources: 0 }
}

async function isDemoDue(owner: SQL): Promise<boolean> {
  const [source] = await orm(owner).select({ id: sources.id }).from(sources).limit(1)
  if (!source) return true
  const [first] = await orm(owner)
    .select({ fileName: importBatches.fileName, state: importBatches.state })
    .from(importBatches)
    .orderBy(importBatches.id)
    .limit(1)
  return first?.state === 'running' && first.fileName === `seed ${DEFAULT_SEED}: 0–${DEMO_PEOPLE}`
}

/** Adds people in many transactions and resumes where it stopped. Throws `DatabaseError`. */
export async function seedPeople(load: SeedLoad): Promise<SeedResult> {
  const busyError = () =>
    new BusyError('Этих людей сейчас загружает другой процесс. Дождитесь его и повторите.')
  try {
    return await withExclusiveLocks(load.owner, [{ name: `seed:${load.seed}`, busyError }], () =>
      loadSeed(load)
    )
  } catch (error) {
    const reason = loadFailure(error)
    throw reason === null ? error : new DatabaseError(reason)
  }
}
