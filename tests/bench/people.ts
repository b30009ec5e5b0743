import type { SQL } from 'bun'
import { generatePeople } from '#api/db/seed/generate.ts'
import { loadSeed } from '#api/db/seed/load.ts'
import { SEED_SOURCES } from '#api/db/seed/sources-table.ts'
import { buildSearchIndexes, dropSearchIndexes } from '#api/engines/search-indexes.ts'
import { isPlaceholder } from '#shared/identity/placeholder.ts'
import type { FieldKind } from '#shared/identity/types.ts'
import type { TestApp } from '#tests/kit/start-app.ts'

const SEED = 7
const ASKED: FieldKind[] = ['phone', 'email', 'inn', 'snils', 'passport']

/** Loads synthetic people into an empty product. Answers how many records stand there afterwards. */
export async function loadBenchPeople(app: TestApp, people: number): Promise<number> {
  return await app.database.owner.begin(async tx => {
    await dropSearchIndexes(tx)
    const { records } = await loadSeed({
      people,
      seed: SEED,
      secrets: app.context.secrets,
      intoEmpty: true,
      transaction: work => work(tx as SQL)
    })
    await buildSearchIndexes(tx)
    return records
  })
}

/** Exact things to ask for, by kind: identifiers as the sources write them, and full names with a birth date. */
export function exactQueries(people: number, perKind: number): Map<string, string[]> {
  const columns = new Map(SEED_SOURCES.map(source => [source.key as string, source.columns]))
  const asked = new Map<string, Set<string>>([...ASKED, 'name'].map(kind => [kind, new Set<string>()]))
  const put = (kind: string, value: string) => {
    const values = asked.get(kind)
    if (values && values.size < perKind && value !== '' && !isPlaceholder(value)) values.add(value)
  }
  for (const { source, values } of generatePeople({ people, seed: SEED })) {
    const kinds = columns.get(source) ?? []
    const at = (kind: FieldKind) => values[kinds.findIndex(column => column.kind === kind)] ?? ''
    for (const kind of ASKED) put(kind, at(kind))
    const date = at('birth_date')
    if (/^\d\d\.\d\d\.\d{4}$/.test(date) && at('middle_name') !== '') {
      put('name', `${at('last_name')} ${at('first_name')} ${at('middle_name')} ${date}`)
    }
    if ([...asked.values()].every(set => set.size >= perKind)) break
  }
  return new Map([...asked].map(([kind, values]) => [kind, [...values]]))
}
