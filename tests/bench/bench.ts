import { type Askers, signInAskers } from './askers.ts'
import type { Row } from './goal.ts'
import { type LoadOrder, type LoadResult, runLoad, successes } from './load.ts'
import { mixOf, searchAsk } from './mix.ts'
import { type Product, startProduct } from './product.ts'
import { openStage, type Stage } from './stage.ts'

/** Until what a search runs through is compiled: a server that has just started is half as quick. */
export const WARM_SECONDS = 30
const WARM_CONNECTIONS = 32

/** What every section works with. What is costly is made when the first section asks for it, and shared. */
export interface Bench {
  /** Folder of all stages. */
  shelf: string
  people: number
  say(text: string): void
  /** Adds a line to the table. */
  row(id: string, goal: string, measured: string, holds: boolean | null, ratio?: string): void
  /** The loaded data folder of the run's size. */
  stage(): Promise<Stage>
  /** The product on that stage, a process of its own that has been at work for `WARM_SECONDS`. */
  product(): Promise<Product>
  /** Accounts of that stage with sessions that last for a section. */
  askers(): Promise<Askers>
  /** Loads a server with asks nobody has sent before, whatever it answers. */
  tryLoad(order: Omit<LoadOrder, 'from'>): Promise<LoadResult>
  /**
   * The same.
   *
   * @throws When an answer was no success.
   */
  load(order: Omit<LoadOrder, 'from'>): Promise<LoadResult>
  close(): Promise<void>
}

/** Some of the goals, and what measures them. */
export interface Section {
  ids: string[]
  run(bench: Bench): Promise<void>
}

export function openBench(
  { shelf, people }: { shelf: string; people: number },
  add: (row: Row) => void,
  say: (text: string) => void
): Bench {
  let stage: Promise<Stage> | undefined
  let product: Promise<Product> | undefined
  let next = 0
  async function startWarm(): Promise<Product> {
    const [stage, askers] = [await bench.stage(), await bench.askers()]
    const started = await startProduct(stage.dataDir, { SEED: 'none' })
    const asks = mixOf(stage).map(line => searchAsk(line))
    const order = { port: started.port, connections: WARM_CONNECTIONS, seconds: WARM_SECONDS }
    await bench.load({ ...order, asks, cookies: askers.paying })
    return started
  }
  const bench: Bench = {
    shelf,
    people,
    say,
    row: (id, goal, measured, holds, ratio) =>
      add({ id, goal, measured, holds, ...(ratio !== undefined && { ratio }) }),
    stage: () => {
      stage ??= openStage(shelf, people, say)
      return stage
    },
    product: () => {
      product ??= startWarm()
      return product
    },
    askers: async () => await signInAskers(await bench.stage()),
    async tryLoad(order) {
      const result = await runLoad({ ...order, from: next })
      // Two loads may go on at once.
      next = Math.max(next, result.next)
      return result
    },
    async load(order) {
      const result = await bench.tryLoad(order)
      if (successes(result) < 1) throw new Error(`not every answer was a success: ${statusesOf(result)}`)
      return result
    },
    async close() {
      await (await product?.catch(() => null))?.stop()
      await (await stage?.catch(() => null))?.close()
    }
  }
  return bench
}

const statusesOf = ({ statuses }: LoadResult) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')
