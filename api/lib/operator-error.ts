/**
 * An error that the operator can put right: a setting, a file, a busy port. The message is Russian, says what to do and
 * holds no password; it is shown without a stack.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
