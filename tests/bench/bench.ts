import { type Askers, signInAskers } from './askers.ts'
import type { Row } from './goal.ts'
import { type LoadOrder, type LoadResult, runLoad, successes } from './load.ts'
import { mixOf, searchAsk } from './mix.ts'
import { cpuOf } from './processes.ts'
import { type Product, startProduct } from './product.ts'
import { openStage, type Stage } from './stage.ts'
import { type Pace, warmUp } from './warming.ts'

const WARM_CONNECTIONS = 32

/** What every section works with. What is costly is made when the first section asks for it, and shared. */
export interface Bench {
  /** Folder of all stages. */
  shelf: string
  people: number
  pace: Pace
  say(text: string): void
  /** Adds a line to the table. */
  row(id: string, goal: string, measured: string, holds: boolean | null, ratio?: string): void
  /** The loaded data folder of the run's size. */
  stage(): Promise<Stage>
  /** The product on that stage, a process of its own that has been at work until it was steady. */
  product(): Promise<WarmProduct>
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

export interface WarmProduct extends Product {
  /** How long it took to be steady, in words. */
  warmed: string
}

/** Some of the goals, and what measures them. */
export interface Section {
  ids: string[]
  run(bench: Bench): Promise<void>
}

export function openBench(
  { shelf, people, pace }: Pick<Bench, 'shelf' | 'people' | 'pace'>,
  add: (row: Row) => void,
  say: (text: string) => void
): Bench {
  let stage: Promise<Stage> | undefined
  let product: Promise<WarmProduct> | undefined
  let next = 0
  async function startWarm(): Promise<WarmProduct> {
    const [stage, askers] = [await bench.stage(), await bench.askers()]
    const started = await startProduct(stage.dataDir, { SEED: 'none' })
    const asks = mixOf(stage).map(line => searchAsk(line))
    const order = { port: started.port, connections: WARM_CONNECTIONS, asks, cookies: askers.paying }
    const warmed = await warmUp(async seconds => {
      const before = cpuOf(started.pid)
      const { count } = await bench.load({ ...order, seconds })
      return (cpuOf(started.pid) - before) / count
    }, pace)
    say(`the product was ${warmed}`)
    return { ...started, warmed }
  }
  const bench: Bench = {
    shelf,
    people,
    pace,
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
