import type { SQL } from 'bun'
import type { Book } from '#api/book/contract.ts'
import { createIndexRecords } from '#api/book/index-record.ts'
import { changeColumns, findSource, whileAlone } from '#api/features/sources/service.ts'
import type { RemapForm } from '#shared/contracts/admin/imports.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { REPAIRED_KINDS, repairCell } from './columns/repair-cell.ts'
import { asImportError, BusyError, ImportError } from './import-error.ts'

interface RekeyDependencies {
  owner: SQL
  book: Book
  suppressKey: string
  /** Called with the next place; null at the end. */
  onPortion(next: string | null, records: number, part: number): Promise<void>
}

const busyError = () => new BusyError(PROBLEMS.BATCH_BUSY.text)

/** Changes kinds and owners and recomputes records. Resumable. @throws BusyError; ImportError for a missing source. */
export async function applyRemap(
  key: string,
  form: RemapForm,
  from: string | null,
  { owner, book, suppressKey, onPortion }: RekeyDependencies
): Promise<void> {
  const source = await findSource(owner, key)
  if (!source) throw new ImportError(`Источника «${key}» больше нет.`)

  async function rekeyAlone(): Promise<void> {
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
      const portion = await book.rekey(key, next, make)
      await onPortion(portion.next, portion.records, portion.part)
      if (portion.next === null) return
      next = portion.next
    }
  }

  try {
    await whileAlone(owner, source.id, busyError, rekeyAlone)
  } catch (error) {
    throw asImportError(error)
  }
}

/** Recomputes keys of a portion; true at the end. @throws BusyError */
export async function rekeyPortion(
  key: string,
  {
    owner,
    book,
    suppressKey,
    readCursor,
    onPortion
  }: RekeyDependencies & { readCursor(): Promise<string | null> }
): Promise<boolean> {
  const source = await findSource(owner, key)
  if (!source) return true
  async function rekeyAlone(): Promise<boolean> {
    // No columns are added now.
    const current = await findSource(owner, key)
    if (!current) return true
    const portion = await book.rekey(key, await readCursor(), createIndexRecords(current, suppressKey))
    await onPortion(portion.next, portion.records, portion.part)
    return portion.next === null
  }
  try {
    return await whileAlone(owner, source.id, busyError, rekeyAlone)
  } catch (error) {
    throw asImportError(error)
  }
}
