/** The command line was not understood. The message is Russian and names what is wrong with it. */
export class UsageError extends Error {
  override name = 'UsageError'
}
