import type { SQL } from 'bun'
import { type ExclusiveLock, withExclusiveLocks, withSoleLock } from '#api/db/exclusive-lock.ts'
import { loadFailure } from '#api/db/load-failure.ts'
import type { SearchEngine } from '#api/engines/contract.ts'
import { createIndexRecords } from '#api/engines/index-record.ts'
import { changeColumns, findSource } from '#api/features/sources/service.ts'
import type { RemapForm } from '#shared/contracts/admin-imports.ts'
import { lockOfColumns, lockOfUndo } from './batches.ts'
import { REPAIRED_KINDS, repairCell } from './columns/repair-cell.ts'
import { BusyError, ImportError } from './import-error.ts'

interface RemakeDependencies {
  owner: SQL
  engine: SearchEngine
  suppressKey: string
  /** Hears where the next portion begins, before it does. */
  onPortion(next: string, records: number, part: number): Promise<void>
}

/**
 * Gives columns of a source other kinds, and makes its records anew by them, from where it was interrupted. Throws a
 * `BusyError` while somebody loads the source or undoes a batch of it, and an `ImportError` when it is gone.
 */
export async function remakeSource(
  key: string,
  columns: RemapForm['columns'],
  from: string | null,
  { owner, engine, suppressKey, onPortion }: RemakeDependencies
): Promise<void> {
  const source = await findSource(owner, key)
  if (!source) throw new ImportError(`Источника «${key}» больше нет.`)
  const busyError = () => new BusyError('Этот источник сейчас загружают или из него убирают партию.')
  const undo: ExclusiveLock = { name: lockOfUndo(source.id), busyError }
  const loads: ExclusiveLock = { name: lockOfColumns(source.id), busyError }

  async function remake(): Promise<void> {
    const known = await owner.begin(tx => changeColumns(tx, key, columns))
    const makeRecord = createIndexRecords({ key, columns: known }, suppressKey)
    const make = (rid: string, values: readonly string[]) =>
      makeRecord(
        rid,
        known.map(({ kind }, at) => {
          const value = values[at] ?? ''
          return value !== '' && REPAIRED_KINDS.has(kind) ? repairCell(kind, value) : value
        })
      )
    for (let next = from; ; ) {
      const portion = await engine.remake(key, next, make)
      if (portion.next === null) return
      await onPortion(portion.next, portion.records, portion.part)
      next = portion.next
    }
  }

  try {
    await withExclusiveLocks(owner, [undo], connection => withSoleLock(connection, loads, remake))
  } catch (error) {
    const reason = loadFailure(error)
    throw reason === null ? error : new ImportError(reason, { cause: error })
  }
}
