import { OperatorError } from '#api/lib/operator-error.ts'

/** An import that cannot start or go on. The message is Russian and says what to do. */
export class ImportError extends OperatorError {
  override name = 'ImportError'
}

/** Another process is at the same file: it may go on later. */
export class BusyError extends ImportError {}
