import { seedPeople } from '#api/db/seed/demo.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { indicesOf } from '#tests/kit/elastic/open-elastic.ts'
import { type EmptyStage, openEmptyStage } from './empty-stage.ts'
import { type Loading, SEED, type Stage } from './stage.ts'

/** The people of a stage once more, with their records in a cluster. */
export interface ClusterStage extends EmptyStage {
  people: number
  loading: Loading
  /** Name of the index. */
  index: string
}

/** The same people on each engine. */
export interface BothStages {
  postgres: Pick<Stage, 'dataDir' | 'people' | 'database' | 'context'>
  elastic: ClusterStage
}

const MERGED_MS = 10 * 60_000
const LOOK_MS = 500

/** Loads people into a running cluster, and waits until it has merged them. */
export async function openClusterStage(
  server: string,
  people: number,
  say: (text: string) => void
): Promise<ClusterStage> {
  const stage = await openEmptyStage(server)
  const { owner } = stage.database
  const { book, engine, secrets } = stage.context
  try {
    await engine.open()
    const startedAt = performance.now()
    const seconds = () => (performance.now() - startedAt) / 1000
    let stored = 0
    const onProgress = () => {
      stored = seconds()
    }
    const load = { people, seed: SEED, owner, book, secrets, report: say, onProgress }
    const { records } = await seedPeople(load)
    const indexed = seconds()
    say(`${records} records loaded into Elasticsearch in ${indexed.toFixed(1)} s`)
    const [index = ''] = await indicesOf({ owner })
    await untilMerged(server, index)
    return { ...stage, people, loading: { records, stored, indexed }, index }
  } catch (error) {
    await stage.close()
    throw error
  }
}

/** A cluster merges segments after a load, which would slow down what is measured then. */
async function untilMerged(server: string, index: string): Promise<void> {
  const path = `/${index}/_stats/merge?filter_path=_all.total.merges.current`
  for (const until = performance.now() + MERGED_MS; performance.now() < until; await Bun.sleep(LOOK_MS)) {
    const { body } = await callServer(server, 'GET', path)
    if (body._all.total.merges.current === 0) return
  }
}
