import type { SQL } from 'bun'
import { type AnsweredRow, writeAnswered } from './run-store.ts'

/** Writes answered rows: those that come while a statement is under way go together in the next. */
export interface RowWriter {
  write(row: AnsweredRow): Promise<void>
}

export function createRowWriter(sql: SQL, listId: number): RowWriter {
  let waiting: { row: AnsweredRow; resolve(): void; reject(error: unknown): void }[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await writeAnswered(
          sql,
          listId,
          batch.map(({ row }) => row)
        )
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isWriting = false
  }

  return {
    write(row) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      waiting.push({ row, resolve, reject })
      if (!isWriting) void writeAll()
      return promise
    }
  }
}
