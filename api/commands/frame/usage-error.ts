/** An invalid command line. The message is Russian and says what is wrong. */
export class UsageError extends Error {
  override name = 'UsageError'
}
