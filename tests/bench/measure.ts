import { UsageError } from '#api/commands/frame/usage-error.ts'
import { openBench, type Section } from './bench.ts'
import { type Row, renderTable } from './goal.ts'
import { keepResults, originNow } from './results.ts'
import { absent } from './sections/absent.ts'
import { besideImport } from './sections/beside-import.ts'
import { besideWatcher } from './sections/beside-watcher.ts'
import { browserImport } from './sections/browser-import.ts'
import { crowd } from './sections/crowd.ts'
import { engines } from './sections/engines.ts'
import { exactness } from './sections/exactness.ts'
import { growth } from './sections/growth.ts'
import { hashing } from './sections/hashing.ts'
import { importPage } from './sections/import-page.ts'
import { largeAnswer } from './sections/large-answer.ts'
import { lighthouse } from './sections/lighthouse.ts'
import { listSearch } from './sections/list-search.ts'
import { middleware } from './sections/middleware.ts'
import { lookUps } from './sections/pages.ts'
import { paid } from './sections/paid.ts'
import { pipeline } from './sections/pipeline.ts'
import { privacyForm } from './sections/privacy-form.ts'
import { single } from './sections/single.ts'
import { starting } from './sections/starting.ts'
import { statements } from './sections/statements.ts'
import { structures } from './sections/structures.ts'
import { tail } from './sections/tail.ts'
import { typos } from './sections/typos.ts'
import { vitals } from './sections/vitals.ts'
import { watching } from './sections/watching.ts'
import { weights } from './sections/weights.ts'
import { openShelf } from './stage.ts'
import type { Pace } from './warming.ts'

/**
 * Those that need the product's port for themselves come before those that share one product; those that import into
 * the loaded records come last.
 */
const SECTIONS: Section[] = [
  weights,
  lighthouse,
  vitals,
  starting,
  exactness,
  structures,
  lookUps,
  typos,
  pipeline,
  middleware,
  paid,
  single,
  statements,
  growth,
  engines,
  hashing,
  watching,
  besideWatcher,
  absent,
  privacyForm,
  tail,
  largeAnswer,
  listSearch,
  besideImport,
  browserImport,
  importPage,
  crowd
]

/** What a change of searching shows in, without those that import. */
const QUICK: Section[] = [paid, single, statements, tail]

const numberOf = (id: string) => Number(id.slice(1))
const goalsOf = (sections: Section[]) =>
  [...new Set(sections.flatMap(section => section.ids))].sort((a, b) => numberOf(a) - numberOf(b))

interface Order {
  records: number
  people: number
  /** A quick run is never kept. */
  pace: Pace
  /** Goals to measure; all of them when there are none. */
  only: string[]
  /** Where the loaded data stay; undefined for a folder that goes with the run. */
  data: string | undefined
  /** The table is printed and not kept. */
  dry: boolean
}

/** Measures section by section and prints the table. Answers the exit code: 1 when a goal is missed. */
export async function measure({ records, people, pace, only, data, dry }: Order): Promise<number> {
  const sections = pace === 'quick' ? QUICK : SECTIONS
  const goals = goalsOf(sections)
  const strange = only.find(id => !goals.includes(id))
  if (strange !== undefined)
    throw new UsageError(`--only: нет цели ${strange}; допустимые значения: ${goals.join(', ')}`)
  // Files may change while it runs.
  const origin = originNow()
  const rows: Row[] = []
  const add = (row: Row) => {
    rows.push(row)
    const sign = row.holds === null ? '·' : row.holds ? '✓' : '✗'
    console.log(`${sign} ${row.id} ${row.goal}: ${[row.measured, row.ratio].filter(Boolean).join(', ')}`)
  }
  const shelf = openShelf(data)
  const bench = openBench({ shelf: shelf.path, people, pace }, add, text => console.error(`  ${text}`))
  const wanted = sections.filter(({ ids }) => only.length === 0 || ids.some(id => only.includes(id)))
  try {
    for (const section of wanted) {
      const startedAt = performance.now()
      await section.run(bench).catch(error => {
        console.error(error)
        add({
          id: section.ids[0] ?? '',
          goal: 'to be measured at all',
          measured: String(error),
          holds: false
        })
      })
      console.error(`  ${section.ids.join(', ')}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    }
  } finally {
    await bench.close()
    shelf.close()
  }
  rows.sort((a, b) => numberOf(a.id) - numberOf(b.id))
  console.log(`\n${Object.values(origin).join(', ')}, ${records} records\n\n${renderTable(rows)}`)
  if (!dry && pace === 'full') await keepResults({ records, people, goals }, rows, origin)
  return rows.every(row => row.holds !== false) ? 0 : 1
}
