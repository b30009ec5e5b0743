import { createReadStream } from 'node:fs'
import type { SQL } from 'bun'
import type { Book, Report } from '#api/book/contract.ts'
import type { Config } from '#api/config.ts'
import type { LoadedSource } from '#api/features/sources/service.ts'
import type { Secrets } from '#api/lib/secrets.ts'
import type { Passport } from '#shared/rules/passport.ts'
import type { DoubtfulValues } from './columns/doubtful-values.ts'
import type { IdColumn } from './columns/id-column.ts'
import type { MappedColumn, MappingRules } from './columns/mapping.ts'
import type { Table } from './files/reader.ts'
import type { BatchCounts } from './store.ts'

export interface ImportRequest {
  sourceKey: string
  file: string
  /** Version of content that is no file; the path only names batch and rejects. */
  version?: string
  table: Table
  passport: Passport | null
  rules: Pick<MappingRules, 'map' | 'id'>
  asNew?: boolean
  /** Reading options in the fingerprint; '' by default. */
  settings: string
  rejectsAs?: 'csv'
}

/** Same content read in the same way. */
export async function fingerprintOf({ file, version, settings }: ImportRequest): Promise<Buffer> {
  const hasher = new Bun.CryptoHasher('sha256')
  if (version !== undefined) return hasher.update(`${version}\n${settings}`).digest()
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) hasher.update(chunk)
  return hasher.update(settings).digest()
}

/** Includes an interrupted run. */
export interface ImportResult extends BatchCounts {
  source: LoadedSource
  batchId: number
  resumedAfter: number
  idColumn: IdColumn
  doubtful: DoubtfulValues[]
  fileRemarks: string[]
  dropped: MappedColumn[]
  rejectsPath: string | null
  /** Null without rejects. */
  firstReason: string | null
}

export interface ImportDependencies {
  /** `strict`: an administrator switches new sources on. */
  sourceGate?: Config['sourceGate']
  owner: SQL
  book: Book
  secrets: Pick<Secrets, 'suppress'>
  dataDir: string
  onProgress(bytes: number, rows: number): void
  report?: Report
  warn?: Report
  /** @throws BusyError instead of waiting. */
  neverWaits?: boolean
  /** Called before the first row. */
  onBatch?(batchId: number): void
}
