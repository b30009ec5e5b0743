/** Credits reserved by an account's searches under way, one each. */
export interface CreditHolds {
  count(): number
  /**
   * Reserves a credit.
   * @param balance Read after counting `inFlight`, so it may include one charged since.
   * @returns False when the others may take all.
   */
  hold(balance: number, inFlight: number): boolean
  /** Waits for another search to end; false without one. Rejects with the signal's reason. */
  otherEnded(inFlight: number, signal: AbortSignal): Promise<boolean>
  release(): void
}

export function createCreditHolds(): CreditHolds {
  let count = 0
  let change = Promise.withResolvers<void>()
  return {
    count: () => count,

    hold(balance, inFlight) {
      if (balance <= Math.max(inFlight, count)) return false
      count += 1
      return true
    },

    async otherEnded(inFlight, signal) {
      if (count === 0 && inFlight === 0) return false
      if (count >= inFlight) await change.promise
      signal.throwIfAborted()
      return true
    },

    release() {
      count -= 1
      change.resolve()
      change = Promise.withResolvers()
    }
  }
}
