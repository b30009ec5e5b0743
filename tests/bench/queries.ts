import { generateRange } from '#api/db/seed/generate.ts'
import { BLOCK_PEOPLE, makePeople } from '#api/db/seed/people.ts'
import { SEED_SOURCES } from '#api/db/seed/sources-table.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'

export const IDENTIFIERS: FieldKind[] = ['phone', 'email', 'inn', 'snils', 'passport']
const STRIDE = 7_919

/** Blocks of people in an order that goes all over them. */
function* blocks(people: number): Generator<{ from: number; to: number }> {
  const count = Math.ceil(people / BLOCK_PEOPLE)
  // A prime that does not divide the count leads to every block once.
  const stride = count % STRIDE === 0 ? 1 : STRIDE
  for (let at = 0; at < count; at += 1) {
    const from = ((at * stride) % count) * BLOCK_PEOPLE
    yield { from, to: Math.min(people, from + BLOCK_PEOPLE) }
  }
}

/**
 * Exact things to ask for, by kind, from records all over the loaded people: identifiers as the sources write them,
 * full names, and full names with a birth date.
 */
export function exactQueries(people: number, seed: number, perKind: number): Map<string, string[]> {
  const columns = new Map(SEED_SOURCES.map(source => [source.key as string, source.columns]))
  const linesOf = new Map<string, Set<string>>(
    [...IDENTIFIERS, 'name', 'dated'].map(kind => [kind, new Set<string>()])
  )
  const put = (kind: string, value: string) => {
    const values = linesOf.get(kind)
    if (values && values.size < perKind && value !== '' && !isPlaceholder(value)) values.add(value)
  }
  for (const block of blocks(people)) {
    for (const { source, values } of generateRange({ ...block, seed })) {
      const kinds = columns.get(source) ?? []
      const at = (kind: FieldKind) => values[kinds.findIndex(column => column.kind === kind)] ?? ''
      for (const kind of IDENTIFIERS) put(kind, at(kind))
      const name = `${at('last_name')} ${at('first_name')} ${at('middle_name')}`
      if (at('middle_name') === '') continue
      put('name', name)
      if (/^\d\d\.\d\d\.\d{4}$/.test(at('birth_date'))) put('dated', `${name} ${at('birth_date')}`)
    }
    if ([...linesOf.values()].every(set => set.size >= perKind)) break
  }
  return new Map([...linesOf].map(([kind, values]) => [kind, [...values]]))
}

const SAMPLE = 20_000

/** The most frequent surnames of the people, in the form of men, the most frequent first. */
export function frequentSurnames(seed: number, count: number): string[] {
  const counts = new Map<string, number>()
  for (const { person } of makePeople(SAMPLE, seed))
    if (!person.female) counts.set(person.surname, (counts.get(person.surname) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([surname]) => surname)
}
