/** Credits of one account that its searches under way may take: as many as there are such searches, its rivals. */
export interface CreditHolds {
  count(): number
  /**
   * Keeps a credit for one more search.
   *
   * @param balance Read after `rivals` were counted: a rival that has been charged since may be in it or not.
   * @returns False when rivals may take them all.
   */
  hold(balance: number, rivals: number): boolean
  /** Waits until a rival has left. False when there was none. Rejects with the signal's reason. */
  rivalLeft(rivals: number, signal: AbortSignal): Promise<boolean>
  release(): void
}

export function createCreditHolds(): CreditHolds {
  let count = 0
  /** Resolves when the next rival leaves. */
  let change = Promise.withResolvers<void>()
  return {
    count: () => count,

    hold(balance, rivals) {
      if (balance <= Math.max(rivals, count)) return false
      count += 1
      return true
    },

    async rivalLeft(rivals, signal) {
      if (count === 0 && rivals === 0) return false
      if (count >= rivals) await change.promise
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
