import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '#api/book/contract.ts'
import type { Database } from '#api/db/connect.ts'
import type { IndexDocuments } from '#api/engines/external-contract.ts'
import { openRecords } from '#api/engines/index.ts'
import { type ColumnMap, NO_MAP } from '#api/features/imports/columns/mapping.ts'
import { openIndexTable } from '#api/features/imports/files/index-table.ts'
import { openTable, type ReadOptions, type Table } from '#api/features/imports/files/reader.ts'
import { type ImportResult, importTable } from '#api/features/imports/service.ts'
import { hash64 } from '#api/lib/hash64.ts'
import type { Passport } from '#shared/rules/passport.ts'
import { freshDatabase, testCluster } from './cluster.ts'

export const KIT_SUPPRESS_KEY = 'the-key-of-the-import-tests-012345678'

/** A complete passport. */
export const KIT_PASSPORT: Passport = {
  title: 'Мой список',
  kind: 'ordinary',
  origin: 'own',
  basis: 'consent',
  controller: 'Проверка',
  evidence_url: 'https://example.com/basis',
  retention_days: 36_500,
  obtained_at: '2026-01-01',
  review_due: '2099-01-01'
}

export interface ImportOptions {
  passport?: Passport | undefined
  map?: Partial<ColumnMap>
  id?: string
  read?: ReadOptions
  /** Copied in place of the file, which only names the batch. */
  documents?: IndexDocuments
  asNew?: boolean
  report?: Report
  warn?: Report
  /** Wraps the table, to break something. */
  through?(table: Table): Table
}

/** A database and a folder for imports. */
export interface FileImports {
  database: Database
  folder: string
  /** Writes a file into the folder. Returns its path. */
  write(name: string, content: string | Uint8Array): string
  load(sourceKey: string, file: string, options?: ImportOptions): Promise<ImportResult>
  /** Ids of the records stored under a key. */
  holders(key: string): Promise<string[]>
}

export async function openFileImports(): Promise<FileImports> {
  const { dataDir } = await testCluster()
  const folder = mkdtempSync(join(dataDir, 'import-'))
  const database = await freshDatabase()
  const { book } = openRecords({ elasticsearchUrl: null }, database)
  return {
    database,
    folder,
    write(name, content) {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    },
    async load(
      sourceKey,
      file,
      {
        passport,
        map,
        id,
        read = {},
        documents,
        asNew = false,
        report = () => {},
        warn = () => {},
        through
      } = {}
    ) {
      const opened = documents
        ? await openIndexTable(documents, map?.names ?? {})
        : await openTable(file, read)
      const table = through ? through(opened) : opened
      const rules = { map: { ...NO_MAP, ...map }, id: id ?? map?.id }
      return await importTable(
        {
          ...{ sourceKey, file, table, rules, asNew, settings: '' },
          ...(documents && { version: documents.version }),
          passport: passport ?? null
        },
        {
          owner: database.owner,
          book,
          secrets: { suppress: KIT_SUPPRESS_KEY },
          dataDir: folder,
          onProgress() {},
          report,
          warn
        }
      )
    },
    async holders(key) {
      const rows: { id: string }[] = await database.owner`SELECT source.key || ':' || rid AS id
        FROM rec JOIN source ON source.id = src WHERE k @> ${`{${hash64(key)}}`}::int8[] ORDER BY 1`
      return rows.map(row => row.id)
    }
  }
}
