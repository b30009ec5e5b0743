import { createReadStream } from 'node:fs'
import type { SQL } from 'bun'
import type { Book, Report } from '#api/book/contract.ts'
import type { Config } from '#api/config.ts'
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
  /** Tells the content of what is no file, whose path only names the batch and its list of rejected rows. */
  version?: string
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

/** The same for the same content that is read in the same way. */
export async function fingerprintOf({ file, version, settings }: ImportRequest): Promise<Buffer> {
  const hasher = new Bun.CryptoHasher('sha256')
  if (version !== undefined) return hasher.update(`${version}\n${settings}`).digest()
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) hasher.update(chunk)
  return hasher.update(settings).digest()
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
  /** Under `strict` a new source waits for an administrator to switch it on. */
  sourceGate?: Config['sourceGate']
  owner: SQL
  book: Book
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
