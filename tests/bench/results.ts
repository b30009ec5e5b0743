import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Row, renderTable } from './goal.ts'

/** Where a figure is from. */
export interface Origin {
  day: string
  machine: string
  /** The commit, with «+» when files of it had been changed. */
  tree: string
}

type Figure = Row & Origin

/** What runs of one size have measured. */
interface Size {
  people: number
  rows: Figure[]
}

type Results = Record<string, Size>

const GIB = 1024 ** 3
const UNKNOWN = '—'

const thousands = (count: number) => count.toLocaleString('en').replaceAll(',', ' ')
const numberOf = ({ id }: Row) => Number(id.slice(1))

/** Where the figures of a run that begins now are from. */
export const originNow = (): Origin => ({
  day: new Date().toISOString().slice(0, 10),
  machine: machine(),
  tree: tree()
})

function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'processor'
  return `${cpus().length} cores (${model}), ${Math.round(totalmem() / GIB)} GiB, Bun ${Bun.version}`
}

function tree(): string {
  if (!Bun.which('git')) return UNKNOWN
  const git = (...command: string[]) => Bun.spawnSync(['git', ...command], { cwd: import.meta.dir })
  const commit = git('rev-parse', '--short', 'HEAD')
  if (!commit.success) return UNKNOWN
  // What the run before has kept changes nothing that is measured.
  const isAsCommitted = git('diff', '--quiet', 'HEAD', '--', ':/', ':(exclude)results.*').success
  return `${commit.stdout.toString().trim()}${isAsCommitted ? '' : '+'}`
}

/**
 * Puts the rows of a run into the table of its size, in place of all those of the same numbers; others keep their
 * origin. Rows of numbers that are none of `goals` go.
 */
export async function keepResults(
  { records, people, goals }: { records: number; people: number; goals: readonly string[] },
  rows: readonly Row[],
  origin: Origin,
  folder = import.meta.dir
): Promise<void> {
  const path = join(folder, 'results.json')
  const file = Bun.file(path)
  const results: Results = (await file.exists()) ? await file.json() : {}
  for (const size of Object.values(results)) size.rows = size.rows.filter(row => goals.includes(row.id))
  const measured = new Set(rows.map(row => row.id))
  const others = results[records]?.rows.filter(row => !measured.has(row.id)) ?? []
  const all = [...others, ...rows.map(row => ({ ...row, ...origin }))]
  results[records] = { people, rows: all.sort((a, b) => numberOf(a) - numberOf(b)) }
  await Bun.write(path, `${JSON.stringify(results, null, 2)}\n`)
  await Bun.write(join(folder, 'results.md'), render(results))
}

function render(results: Results): string {
  const sizes = Object.entries(results).sort(([a], [b]) => Number(a) - Number(b))
  const sections = sizes.map(([records, { people, rows }]) => {
    const machines = [...new Set(rows.map(row => row.machine))]
    const isOne = machines.length === 1
    const names = isOne ? machines : machines.map((machine, at) => `machine ${at + 1}: ${machine}`)
    const table = renderTable(rows, {
      'day · tree': ({ day, tree, machine }) =>
        [day, tree, ...(isOne ? [] : [`machine ${machines.indexOf(machine) + 1}`])].join(' · ')
    })
    return `## ${thousands(Number(records))} records\n\n${thousands(people)} people; ${names.join('; ')}.\n\n${table}\n`
  })
  return `# What \`bun run bench\` measured\n\n${sections.join('\n')}`
}
