import { expect, test } from 'bun:test'
import { copyFileSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { NO_MAP } from '#api/features/imports/columns/mapping.ts'
import { openTable } from '#api/features/imports/files/reader.ts'
import { type ImportResult, importTable } from '#api/features/imports/service.ts'
import { findSource } from '#api/features/sources/service.ts'
import { testCluster } from '#tests/kit/cluster.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { MESSY_FILES, MESSY_FOLDER, REFUSED_FILES } from '#tests/kit/messy-files.ts'
import { MESSY_PEOPLE } from '#tests/kit/messy-people-table.ts'
import { searchIn } from '#tests/kit/search-in.ts'
import { startedApp } from '#tests/kit/started-app.ts'

let folder: string
const app = startedApp(async () => {
  folder = mkdtempSync(join((await testCluster()).dataDir, 'messy-'))
})

const keyOf = (name: string) => name.replaceAll('.', '_')

/** Imports a file as the command does, without any hint. */
async function load(name: string): Promise<ImportResult> {
  const file = join(folder, name)
  copyFileSync(join(MESSY_FOLDER, name), file)
  const { book, secrets } = app.context
  return await importTable(
    {
      sourceKey: keyOf(name),
      file,
      table: await openTable(file, {}),
      passport: { ...KIT_PASSPORT, title: name },
      rules: { map: NO_MAP, id: undefined },
      settings: ''
    },
    { owner: app.database.owner, book, secrets, dataDir: folder, onProgress() {} }
  )
}

const understood: boolean[] = []

test.each(MESSY_FILES)('imports $name without a hint and understands its columns', async file => {
  const done = await load(file.name)
  expect([done.stored, done.rejected]).toEqual([MESSY_PEOPLE.length, file.rejected ?? 0])
  const source = await findSource(app.database.owner, keyOf(file.name))
  const kinds = new Map(source?.columns.map(({ label, kind }) => [label, kind]))
  const kindsRead = Object.keys(file.kinds).map(label => [label, kinds.get(label)])
  understood.push(...kindsRead.map(([label, kind]) => file.kinds[label ?? ''] === kind))
  expect(Object.fromEntries(kindsRead)).toEqual(file.kinds)
})

test('understands at least 95 of 100 searchable columns', () => {
  expect(understood.length).toBeGreaterThan(80)
  expect(understood.filter(Boolean).length / understood.length).toBeGreaterThanOrEqual(0.95)
})

test.each(MESSY_FILES)('finds the people of $name by everything that it says of them', async file => {
  const missed: string[] = []
  const source = keyOf(file.name)
  for (const person of MESSY_PEOPLE) {
    for (const what of file.findable) {
      if (file.spoilt?.some(([surname, spoilt]) => surname === person.surname && spoilt === what)) continue
      const { candidates } = await searchIn(app, person[what])
      const isFound = candidates.some(
        ({ source: key, fields }) =>
          key === source &&
          Object.values(fields).join(' ').toLowerCase().includes(person.surname.toLowerCase())
      )
      if (!isFound) missed.push(`${person.surname}: ${what}`)
    }
  }
  expect(missed).toEqual([])
})

test.each(REFUSED_FILES)('refuses %s with what to do, and leaves nothing behind', async (name, says) => {
  await expect(load(name)).rejects.toThrow(says)
  expect(await findSource(app.database.owner, keyOf(name))).toBeNull()
  const [batch] = await app.database.owner`SELECT id FROM import_batch WHERE file_name = ${name}`
  expect(batch).toBeUndefined()
})
