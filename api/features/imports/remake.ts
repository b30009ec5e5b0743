import type { SQL } from 'bun'
import type { Book } from '#api/book/contract.ts'
import { createIndexRecords } from '#api/book/index-record.ts'
import { changeColumns, findSource, whileAlone } from '#api/features/sources/service.ts'
import type { RemapForm } from '#shared/contracts/admin-imports.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { REPAIRED_KINDS, repairCell } from './columns/repair-cell.ts'
import { asImportError, BusyError, ImportError } from './import-error.ts'

interface RemakeDependencies {
  owner: SQL
  book: Book
  suppressKey: string
  /** Hears of each portion, and where the next one begins before it does; null after the last one. */
  onPortion(next: string | null, records: number, part: number): Promise<void>
}

const busyError = () => new BusyError(PROBLEMS.BATCH_BUSY.text)

/**
 * Gives columns of a source other kinds and owners, and makes its records anew by them, from where it was interrupted. Throws a
 * `BusyError` while somebody loads the source or undoes a batch of it, and an `ImportError` when it is gone.
 */
export async function remakeSource(
  key: string,
  form: RemapForm,
  from: string | null,
  { owner, book, suppressKey, onPortion }: RemakeDependencies
): Promise<void> {
  const source = await findSource(owner, key)
  if (!source) throw new ImportError(`Источника «${key}» больше нет.`)

  async function remake(): Promise<void> {
    const current = await owner.begin(tx => changeColumns(tx, key, form))
    const makeRecord = createIndexRecords({ key, columns: current }, suppressKey)
    const make = (rid: string, values: readonly string[]) =>
      makeRecord(
        rid,
        current.map(({ kind }, at) => {
          const value = values[at] ?? ''
          return value !== '' && REPAIRED_KINDS.has(kind) ? repairCell(kind, value) : value
        })
      )
    for (let next = from; ; ) {
      const portion = await book.remake(key, next, make)
      await onPortion(portion.next, portion.records, portion.part)
      if (portion.next === null) return
      next = portion.next
    }
  }

  try {
    await whileAlone(owner, source.id, busyError, remake)
  } catch (error) {
    throw asImportError(error)
  }
}

/**
 * Makes a portion of a source's records anew as they are, by the present rule; says whether it was the last one. Throws a
 * `BusyError` as `remakeSource` does.
 */
export async function rekeyPortion(
  key: string,
  {
    owner,
    book,
    suppressKey,
    readCursor,
    onPortion
  }: RemakeDependencies & { readCursor(): Promise<string | null> }
): Promise<boolean> {
  const source = await findSource(owner, key)
  if (!source) return true
  async function remake(): Promise<boolean> {
    // Nobody adds columns now.
    const current = await findSource(owner, key)
    if (!current) return true
    const portion = await book.remake(key, await readCursor(), createIndexRecords(current, suppressKey))
    await onPortion(portion.next, portion.records, portion.part)
    return portion.next === null
  }
  try {
    return await whileAlone(owner, source.id, busyError, remake)
  } catch (error) {
    throw asImportError(error)
  }
}
