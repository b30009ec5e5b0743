/** By what they are about: the last call that has not ended. */
const turns = new Map<string, Promise<unknown>>()

/**
 * Makes a call when the one before it about the same thing has ended, whatever came of it: answers come in the order of
 * the presses. A call is given what the one before it brought, undefined when that failed or there was none.
 */
export async function inTurn<T>(about: string, call: (before?: T) => Promise<T>): Promise<T> {
  const last = turns.get(about) as Promise<T> | undefined
  const turn = last ? last.then(call, () => call()) : call()
  turns.set(about, turn)
  try {
    return await turn
  } finally {
    if (turns.get(about) === turn) turns.delete(about)
  }
}
