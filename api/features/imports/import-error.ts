import { loadFailure } from '#api/db/load-failure.ts'
import { OperatorError } from '#api/lib/operator-error.ts'

/** Russian message with advice. */
export class ImportError extends OperatorError {
  override name = 'ImportError'
}

/** What is true of loads alone: a list keeps nothing of its file. */
export const SAVED_ONCE = ': что уже сохранено, не удвоится'

/** The file exceeds a limit: it will be refused again. */
export class LimitError extends ImportError {}

/** Rows of a headerless file would be new records; the user may confirm. */
export class HeaderlessError extends ImportError {}

export class MissingKeyError extends ImportError {}

/** Another process holds the file or source. */
export class BusyError extends ImportError {}

export const changedMeanwhile = () =>
  new ImportError('Загрузку этого файла изменил другой процесс. Повторите её.')

/** Covers the retry interval of jobs. */
export const WAITING_TOLD_MS = 15_000

/** Shown during automatic retries. */
export const WAITING_TEXT = 'Ждёт: файл или источник занят другой загрузкой. Потом работа продолжится сама.'

/** Turns failures without fault of the input into `ImportError`. */
export function asImportError(error: unknown): unknown {
  if (error instanceof BusyError) return error
  const reason = loadFailure(error)
  return reason === null ? error : new ImportError(reason, { cause: error })
}
