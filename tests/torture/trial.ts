import type { SQL } from 'bun'
import { count, none, soundness, sumsOf } from '#tests/bench/crash/books.ts'
import { asOwner, untilRefunded } from '#tests/bench/crash/rounds.ts'
import type { Row } from '#tests/bench/goal.ts'
import { type newDataFolder, type Product, startProduct } from '#tests/bench/product.ts'
import { freePort } from '#tests/kit/start-app.ts'
import { type Arena, openArena } from './arena.ts'

const PEOPLE = 500
/** Answers are told as delivered within it. */
const CONFIRMED_MS = 2_000

/** A product of one's own over an arena of its own. */
export interface Trial {
  arena: Arena
  product: Product
  asOwner<T>(work: (owner: SQL) => Promise<T>): Promise<T>
  /** Whether the process that was started still is the one that answers. */
  isAlive(): Promise<boolean>
  /** Holds balances against ledger, history and audit: as they are, and once no charge is open any more. */
  audit(): Promise<Omit<Row, 'id'>[]>
}

/** Everybody may come from an address of their own, as behind a proxy. */
const ENV = { SEED: 'none', TRUSTED_PROXIES: '127.0.0.1', REGISTRATIONS_PER_HOUR: '1000000' }

export async function inTrial<T>(
  accounts: number,
  work: (trial: Trial) => Promise<T>,
  env: Record<string, string | undefined> = {},
  folder?: ReturnType<typeof newDataFolder>
): Promise<T> {
  const arena = await openArena(PEOPLE, accounts, folder)
  let product: Product | null = null
  try {
    product = await startProduct(arena.dataDir, { ...ENV, PORT: String(freePort()), ...env })
    return await work(trialOf(arena, product))
  } finally {
    await product?.stop()
    arena.close()
  }
}

function trialOf(arena: Arena, product: Product): Trial {
  const owned = <T>(work: (owner: SQL) => Promise<T>) => asOwner(arena.dataDir, work)
  return {
    arena,
    product,
    asOwner: owned,
    isAlive: async () => {
      const answer = await fetch(`${product.url}/api/search/health`).catch(() => null)
      return answer?.ok === true && isRunning(product.pid)
    },
    async audit() {
      await Bun.sleep(CONFIRMED_MS)
      // A refund gives back what was charged wrongly too: hence the look before it.
      const early = await owned(sumsOf)
      const unanswered = early.deliveries + early.refunds
      const beforeRefunds = [
        count('charges without an answer, before refunds', unanswered),
        none('balances that differ before refunds', early.differing),
        none('ledger rows without history or audit before refunds', early.incomplete)
      ]
      // A minute older, so that nobody waits for the next refund longer than for its round.
      await owned(owner => owner`UPDATE search_delivery SET at = at - interval '1 minute'`)
      await untilRefunded(arena.dataDir)
      return owned(async owner => [...beforeRefunds, ...soundness(await sumsOf(owner))])
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
