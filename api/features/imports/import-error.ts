import { loadFailure } from '#api/db/load-failure.ts'
import { OperatorError } from '#api/lib/operator-error.ts'

/** An import that cannot start or go on. The message is Russian and says what to do. */
export class ImportError extends OperatorError {
  override name = 'ImportError'
}

/** A file holds more than is read of one, or takes more than reading one may: the same will be refused again. */
export class LimitError extends ImportError {}

/** Rows of a file without a header would become new records: who loads it may confirm that, each in a way of their own. */
export class HeadlessError extends ImportError {}

/** The file has no column of the name by which its source tells records apart. */
export class MissingKeyError extends ImportError {}

/** Another process is at the same file or source: it may go on later. */
export class BusyError extends ImportError {}

/** The batch of an import is not as it left it. */
export const changedMeanwhile = () =>
  new ImportError('Загрузку этого файла изменил другой процесс. Повторите её.')

/** How long such a sentence is shown after a try: a little longer than jobs need to try again, maybe in another process. */
export const WAITING_TOLD_MS = 15_000

/** What whoever tries again by itself says of a `BusyError`. */
export const WAITING_TEXT = 'Ждёт: файл или источник занят другой загрузкой. Потом работа продолжится сама.'

/** What stopped an import through no fault of its input, as an `ImportError`; any other error as it is. */
export function asImportError(error: unknown): unknown {
  if (error instanceof BusyError) return error
  const reason = loadFailure(error)
  return reason === null ? error : new ImportError(reason, { cause: error })
}
