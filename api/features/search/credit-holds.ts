/** Credits reserved by an account's searches under way. It saves searches that could not pay; `charge_search` decides. */
export interface CreditHolds {
  count(): number
  /**
   * Reserves a price.
   * @param balance Read after counting `inFlight`, so it may include one charged since.
   * @returns False when the others may take all.
   */
  hold(price: number, balance: number, inFlight: number): boolean
  /** Waits for another search to end; false without one. Rejects with the signal's reason. */
  otherEnded(inFlight: number, signal: AbortSignal): Promise<boolean>
  release(price: number): void
}

export function createCreditHolds(): CreditHolds {
  let held = 0
  let change = Promise.withResolvers<void>()
  return {
    count: () => held,

    hold(price, balance, inFlight) {
      if (balance - Math.max(inFlight, held) < price) return false
      held += price
      return true
    },

    async otherEnded(inFlight, signal) {
      if (held === 0 && inFlight === 0) return false
      if (held >= inFlight) await change.promise
      signal.throwIfAborted()
      return true
    },

    release(price) {
      held -= price
      change.resolve()
      change = Promise.withResolvers()
    }
  }
}
