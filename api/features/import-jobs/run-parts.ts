import type { SQL } from 'bun'
import type { Book } from '#api/book/contract.ts'
import type { Config } from '#api/config.ts'
import type { Secrets } from '#api/lib/secrets.ts'

export interface RunParts {
  owner: SQL
  book: Book
  config: Config
  secrets: Pick<Secrets, 'suppress'>
}

export interface RunReports {
  /** @param done 0–1. */
  onProgress(done: number, rows: number): void
  note(text: string): void
  onBatch(batchId: number): void
}
