import type { SQL } from 'bun'
import type { Book } from '#api/book/contract.ts'
import type { Config } from '#api/config.ts'
import type { Secrets } from '#api/lib/secrets.ts'

/** What a process does jobs with. */
export interface RunParts {
  owner: SQL
  book: Book
  config: Config
  secrets: Pick<Secrets, 'suppress'>
}

/** What a job tells while it goes on. */
export interface RunReports {
  /** @param done 0–1. */
  onProgress(done: number, rows: number): void
  note(text: string): void
  onBatch(batchId: number): void
}
