/**
 * An error that the operator can put right: a setting, a file, a busy port. The message is Russian, says what to do and
 * holds no password; it is shown without a stack.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

/** A part of the product, such as the cluster, does not answer now: the same may succeed when it does. */
export class PartDownError extends OperatorError {
  override name = 'PartDownError'
}
