import type { SQL } from 'bun'
import type { Report, SearchEngine } from '#api/engines/contract.ts'
import type { LoadedSource } from '#api/features/sources/service.ts'
import type { Secrets } from '#api/lib/secrets.ts'
import type { Passport } from '#shared/contracts/passport.ts'
import type { DoubtfulValues } from './columns/doubtful-values.ts'
import type { IdColumn } from './columns/id-column.ts'
import type { MappedColumn, MappingRules } from './columns/mapping.ts'
import type { Table } from './files/reader.ts'
import type { BatchCounts } from './store.ts'

export interface ImportRequest {
  sourceKey: string
  file: string
  table: Table
  passport: Passport | null
  rules: Pick<MappingRules, 'map' | 'id'>
  /** Whether rows of a file without a header may become new records of people that the source has. */
  asNew?: boolean
  /** Further options that change how the file is read, as part of its fingerprint; '' for defaults. */
  settings: string
  /** The list of rejected rows is made for Excel, whatever the file is. */
  rejectsAs?: 'csv'
}

/** The counts are those of the whole batch, with an interrupted run. */
export interface ImportResult extends BatchCounts {
  source: LoadedSource
  batchId: number
  resumedAfter: number
  idColumn: IdColumn
  doubtful: DoubtfulValues[]
  /** What the file as a whole tells, as sentences. */
  fileRemarks: string[]
  dropped: MappedColumn[]
  rejectsPath: string | null
  /** Why the first rejected row was; null when none was. */
  firstReason: string | null
}

export interface ImportDependencies {
  owner: SQL
  engine: SearchEngine
  secrets: Pick<Secrets, 'suppress'>
  dataDir: string
  onProgress(bytes: number, rows: number): void
  report?: Report
  /** Hears, before the first row is stored, of what whoever loads the file may not mean. */
  warn?: Report
  /** Throws a `BusyError` where it would wait for whoever changes the source. */
  neverWaits?: boolean
  /** Hears of the batch before its first row is stored. */
  onBatch?(batchId: number): void
}
