import { basename, dirname } from 'node:path'
import type { SQL } from 'bun'
import { LimitError, openTable, previewOf, type ReadOptions } from '#api/features/imports/service.ts'
import { findSource } from '#api/features/sources/service.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import type { ImportOrder } from '#shared/contracts/admin/imports.ts'
import type { PreviewResult } from './task-process.ts'

/** Messages name the file without a path. */
export function enterFolder(file: string): string {
  process.chdir(dirname(file))
  return basename(file)
}

export function readOptions({ encoding, delimiter, sheet, header, names }: ImportOrder): ReadOptions {
  return {
    ...(encoding !== null && { encoding }),
    ...(delimiter !== null && { delimiter }),
    ...(sheet !== null && { sheet }),
    ...(typeof header === 'number' && { header }),
    ...(namesOf(names) && { names })
  }
}

/** Null without new names. */
export const namesOf = (names: ImportOrder['names'] | undefined): ImportOrder['names'] | null =>
  names && Object.keys(names).length > 0 ? names : null

export async function readFile(owner: SQL, file: string, order: ImportOrder): Promise<PreviewResult> {
  const { source: sourceKey, passport, columns, parties, drop, id } = order
  try {
    const table = await openTable(enterFolder(file), readOptions(order))
    const source = await findSource(owner, sourceKey)
    const preview = await previewOf(table, {
      map: { columns, parties, drop },
      idOptions: {
        sourceKey,
        remembered: source?.idColumn ?? null,
        hasRecords: source?.hasRecords ?? false,
        requested: id ?? undefined
      },
      existing: source?.hasRecords ? source.columns : [],
      fields: passport ? (passport.fields ?? null) : (source?.fields ?? null)
    })
    return { preview }
  } catch (error) {
    if (error instanceof LimitError) return { refused: error.message, code: 'FILE_OVER_LIMIT' }
    if (error instanceof OperatorError) return { refused: error.message }
    throw error
  }
}
