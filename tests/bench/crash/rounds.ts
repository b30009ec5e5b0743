import { join, resolve } from 'node:path'
import { openDatabase } from '#api/db/connect.ts'
import { createRandom } from '#api/db/seed/random.ts'
import type { Row } from '../goal.ts'
import { newDataFolder, type Product, startProduct } from '../product.ts'
import { type Asker, ask, makeAskers, nextQuestion } from './askers.ts'
import { holdAgainst } from './books.ts'
import type { Journal } from './journal.ts'
import { endPostgres, kill, victimOf } from './kill.ts'
import { linesOf } from './lines.ts'

export interface Crashes {
  rounds: number
  /** Of every chance in the run: people, lines, moments. */
  seed: number
  people: number
  /** Searches at a time. */
  parallel: number
  port: number
  /** Makes what is open at the end a minute older and starts once more, instead of waiting for it. */
  hurries?: boolean
}

export interface Survived {
  /** What was counted, and whether it holds. */
  rows: Row[]
  /** What the people of the run saw. */
  journal: Journal
  /** From the first healthy answer after the last crash until no charge was open. */
  refundedInMs: number
}

const ROOT = resolve(import.meta.dir, '..', '..', '..')
const QUIET_MS: [number, number] = [500, 2_500]
const DOWN_MS = 60_000
const TRIES = 5
/** The contract: charged with an answer, or refunded. */
export const REFUNDED_MS = 60_000

/** Kills the product or its database `rounds` times under load on one data folder, and holds the books against the people. */
export async function surviveCrashes(crashes: Crashes, report: (text: string) => void): Promise<Survived> {
  const { people, seed, port } = crashes
  const folder = newDataFolder()
  const env: Record<string, string | undefined> = {
    SEED: 'none',
    PORT: String(port),
    REGISTRATIONS_PER_HOUR: '1000',
    // The database must outlive a killed product, also under `bun run test`.
    BUN_FEATURE_FLAG_NO_ORPHANS: undefined
  }
  let product: Product | null = null
  try {
    await seedPeople(folder.path, people, seed)
    product = await startProduct(folder.path, env)
    const { url } = product
    const lines = linesOf(people, seed)
    const askers = await asOwner(folder.path, owner => makeAskers(url, owner, lines, seed))
    const journal: Journal = { calls: [], kills: [] }
    const random = createRandom(seed, 0)
    for (let round = 1; round <= crashes.rounds; round += 1) {
      const victim = victimOf(round)
      const load = startLoad(askers, crashes.parallel, journal)
      await Bun.sleep(random.between(...QUIET_MS))
      const at = performance.now()
      await kill(victim, product, folder.path, random)
      await load.stop()
      journal.kills.push({ at, overAt: performance.now() })
      if (victim === 'postgres') await untilHealthy(url)
      else product = await startProduct(folder.path, env)
      const lost = askers.reduce((sum, asker) => sum + asker.unanswered.size, 0)
      await Promise.all(askers.map(asker => insist(asker, journal)))
      report(`round ${round}: ${victim} killed, ${journal.calls.length} calls so far, ${lost} without answer`)
    }
    if (crashes.hurries) {
      await asOwner(folder.path, owner => owner`UPDATE search_delivery SET at = at - interval '1 minute'`)
      await product.stop()
      product = await startProduct(folder.path, env)
    }
    const refundedInMs = await untilRefunded(folder.path)
    return {
      rows: await asOwner(folder.path, owner => holdAgainst(journal, owner)),
      journal,
      refundedInMs
    }
  } finally {
    await product?.stop()
    endPostgres(folder.path)
    folder.remove()
  }
}

async function seedPeople(dataDir: string, people: number, seed: number): Promise<void> {
  const options = ['--people', String(people), '--seed', String(seed)]
  const child = Bun.spawn([process.execPath, join('api', 'commands', 'seed.ts'), ...options], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore'
  })
  if ((await child.exited) !== 0) throw new Error('nobody was seeded')
}

/** Beside the running product, and never while something is killed. */
export async function asOwner<T>(dataDir: string, work: (owner: Bun.SQL) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl: null, dataDir })
  try {
    return await work(database.owner)
  } finally {
    await database.close()
  }
}

/** `parallel` people at a time, each call after the other, until stopped; then those under way come to their end. */
export function startLoad(askers: readonly Asker[], parallel: number, journal: Journal) {
  let isOn = true
  const work = async (asker: Asker) => {
    while (isOn) {
      const question = nextQuestion(asker)
      if (question === null) return
      if (!(await ask(asker, question, journal))) await Bun.sleep(20)
    }
  }
  const workers = Array.from({ length: parallel }, (_, at) => work(askers[at % askers.length] as Asker))
  return {
    stop: async () => {
      isOn = false
      await Promise.all(workers)
    }
  }
}

/** What an honest client does: the same once more, with the same key, until something comes or nothing ever does. */
async function insist(asker: Asker, journal: Journal): Promise<void> {
  const open = asker.insists ? [...asker.unanswered] : []
  asker.unanswered.clear()
  let isAnswering = true
  for (const question of open) {
    for (let tries = 1; isAnswering; tries += 1) {
      if (await ask(asker, question, journal, true)) break
      isAnswering = tries < TRIES
      await Bun.sleep(200)
    }
  }
  asker.unanswered.clear()
}

export async function untilHealthy(url: string): Promise<void> {
  const until = performance.now() + DOWN_MS
  while (performance.now() < until) {
    const answer = await fetch(`${url}/api/search/health`).catch(() => null)
    if (answer?.ok) return
    await Bun.sleep(20)
  }
  throw new Error('the product did not find its database again')
}

export async function untilRefunded(dataDir: string): Promise<number> {
  const started = performance.now()
  return asOwner(dataDir, async owner => {
    while (performance.now() - started < REFUNDED_MS * 2) {
      const [open] = await owner`SELECT count(*)::int AS deliveries FROM search_delivery`
      if (open.deliveries === 0) break
      await Bun.sleep(250)
    }
    return performance.now() - started
  })
}
