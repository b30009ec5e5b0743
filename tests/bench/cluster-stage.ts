import { seedPeople } from '#api/db/seed/demo.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { type EmptyStage, openEmptyStage } from './empty-stage.ts'
import { type Loading, SEED } from './stage.ts'

/** The people of a stage once more, with their records in a cluster. */
export interface ClusterStage extends EmptyStage {
  people: number
  loading: Loading
  /** How its indices begin. */
  namespace: string
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
  const { engine, secrets } = stage.context
  try {
    await engine.open()
    const startedAt = performance.now()
    const seconds = () => (performance.now() - startedAt) / 1000
    let stored = 0
    const onProgress = () => {
      stored = seconds()
    }
    const load = { people, seed: SEED, owner, engine, secrets, report: say, onProgress }
    const { records } = await seedPeople(load)
    const indexed = seconds()
    say(`${records} records loaded into Elasticsearch in ${indexed.toFixed(1)} s`)
    const [row] = await owner<{ name: string }[]>`SELECT name FROM elastic_namespace`
    const namespace = row?.name ?? ''
    await untilMerged(server, namespace)
    return { ...stage, people, loading: { records, stored, indexed }, namespace }
  } catch (error) {
    await stage.close()
    throw error
  }
}

/** A cluster merges segments after a load, which would slow down what is measured then. */
async function untilMerged(server: string, namespace: string): Promise<void> {
  const path = `/${namespace}-*/_stats/merge?filter_path=_all.total.merges.current`
  for (const until = performance.now() + MERGED_MS; performance.now() < until; await Bun.sleep(LOOK_MS)) {
    const { body } = await callServer(server, 'GET', path)
    if (body._all.total.merges.current === 0) return
  }
}
