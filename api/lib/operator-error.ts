/** We wrote its whole message and it quotes nobody's value, so the log may have it. */
export class LoggableError extends Error {
  override name = 'LoggableError'
}

/** The operator can fix it: the Russian message says what to do, holds no password and is shown without a stack. */
export class OperatorError extends LoggableError {
  override name = 'OperatorError'
}

/** A part such as the cluster is down; the same may succeed later. */
export class PartDownError extends OperatorError {
  override name = 'PartDownError'
}
