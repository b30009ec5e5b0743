import { generateRange } from '#api/db/seed/generate.ts'
import type { Random } from '#api/db/seed/random.ts'
import { SEED_SOURCES } from '#api/db/seed/sources-table.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'

/** Lines that find something among the first `people` of a seed, each once: phones, names, names with a birth date. */
export function linesOf(people: number, seed: number): string[] {
  const columns = new Map(SEED_SOURCES.map(source => [source.key as string, source.columns]))
  const lines = new Set<string>()
  for (const { source, values } of generateRange({ from: 0, to: people, seed })) {
    const kinds = columns.get(source) ?? []
    const at = (kind: string) => values[kinds.findIndex(column => column.kind === kind)] ?? ''
    if (at('phone') !== '' && !isPlaceholder(at('phone'))) lines.add(at('phone'))
    if (at('middle_name') === '') continue
    const name = `${at('last_name')} ${at('first_name')} ${at('middle_name')}`
    lines.add(name)
    if (/^\d\d\.\d\d\.\d{4}$/.test(at('birth_date'))) lines.add(`${name} ${at('birth_date')}`)
  }
  return [...lines]
}

/** The same in an order of one's own. */
export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const mixed = [...list]
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1)
    const [one, two] = [mixed[at] as T, mixed[other] as T]
    mixed[at] = two
    mixed[other] = one
  }
  return mixed
}
