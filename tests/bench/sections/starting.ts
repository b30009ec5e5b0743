import type { Section } from '#tests/bench/bench.ts'
import { newDataFolder, startProduct } from '#tests/bench/product.ts'

const FIRST_MS = 3_000
const WITH_DATA_MS = 1_500

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

/** P17: from the start of the process to the first healthy answer, install and build aside. */
export const starting: Section = {
  ids: ['P17'],
  async run({ row }) {
    const start = async (folder: { path: string }, seed: string): Promise<number> => {
      const product = await startProduct(folder.path, { SEED: seed })
      await product.stop()
      return product.startedInMs
    }
    const [empty, demo] = [newDataFolder(), newDataFolder()]
    try {
      const first = await start(empty, 'none')
      row('P17', `first start without people ≤ ${FIRST_MS / 1000} s`, seconds(first), first <= FIRST_MS)
      const filled = await start(demo, 'demo')
      row('P17', 'first start, 20 000 synthetic people made', seconds(filled), null)
      const again = await start(demo, 'demo')
      row('P17', `start with data ≤ ${WITH_DATA_MS / 1000} s`, seconds(again), again <= WITH_DATA_MS)
    } finally {
      empty.remove()
      demo.remove()
    }
  }
}
