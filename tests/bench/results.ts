import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Row, renderTable } from './goal.ts'

/** What runs of one size have measured; a part of a run replaces its own numbers only. */
interface Size {
  people: number
  machine: string
  rows: (Row & { day: string })[]
}

type Results = Record<string, Size>

const GIB = 1024 ** 3

const thousands = (count: number) => count.toLocaleString('en').replaceAll(',', ' ')
const numberOf = ({ id }: Row) => Number(id.slice(1))

export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'processor'
  return `${cpus().length} cores (${model}), ${Math.round(totalmem() / GIB)} GiB, Bun ${Bun.version}`
}

/** Puts the rows of a run into the table of its size, in place of those of the same numbers. */
export async function keepResults(
  { records, people }: { records: number; people: number },
  rows: readonly Row[],
  folder = import.meta.dir
): Promise<void> {
  const path = join(folder, 'results.json')
  const file = Bun.file(path)
  const results: Results = (await file.exists()) ? await file.json() : {}
  const measured = new Set(rows.map(row => row.id))
  const others = results[records]?.rows.filter(row => !measured.has(row.id)) ?? []
  const day = new Date().toISOString().slice(0, 10)
  const all = [...others, ...rows.map(row => ({ ...row, day }))].sort((a, b) => numberOf(a) - numberOf(b))
  results[records] = { people, machine: machine(), rows: all }
  await Bun.write(path, `${JSON.stringify(results, null, 2)}\n`)
  await Bun.write(join(folder, 'results.md'), render(results))
}

function render(results: Results): string {
  const sizes = Object.entries(results).sort(([a], [b]) => Number(a) - Number(b))
  const sections = sizes.map(([records, { people, machine, rows }]) => {
    const days = [...new Set(rows.map(row => row.day))].sort()
    const heading = `${machine}; ${thousands(people)} people; measured ${days.join(', ')}.`
    return `## ${thousands(Number(records))} records\n\n${heading}\n\n${renderTable(rows)}\n`
  })
  return `# What \`bun run bench\` measured\n\n${sections.join('\n')}`
}
