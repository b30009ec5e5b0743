import { ALIVE } from '#api/features/import-jobs/task-process.ts'
import { NO_MAP } from '#api/features/imports/columns/mapping.ts'
import { LimitError, openTable, previewOf } from '#api/features/imports/service.ts'
import { OperatorError } from '#api/lib/operator-error.ts'

/** What became of a file: its refusal, or how many rows were read. */
export type ReadEnd = { name: string; code: string; says: string } | { name: string; rows: number }

/** A process of its own that looks through the files which it is sent, one after the other, and says how each ended. */
async function readEnd(name: string): Promise<ReadEnd> {
  try {
    const table = await openTable(name, {})
    const idOptions = { sourceKey: 'hostile', remembered: null, hasRecords: false, requested: undefined }
    const { rows } = await previewOf(table, { map: NO_MAP, idOptions, existing: [], fields: null })
    return { name, rows }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    const code = error instanceof LimitError ? 'FILE_OVER_LIMIT' : 'IMPORT_REFUSED'
    return { name, code, says: error.message }
  }
}

process.once('message', async (names: string[]) => {
  setInterval(() => process.send?.(ALIVE), 1_000)
  for (const name of names) process.send?.(await readEnd(name))
})
