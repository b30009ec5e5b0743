import type { SQL } from 'bun'
import { freeThrottlePlaces } from './store.ts'

/** Places that are to be given back and could not be, because the database did not answer. */
export interface OwedRateLimitPlaces {
  /** Gives back these, and what is still owed. Never rejects: what fails is owed until the next call. */
  giveBack(keys?: readonly string[]): Promise<void>
}

export function createOwedRateLimitPlaces(sql: SQL): OwedRateLimitPlaces {
  let owed: string[] = []
  return {
    async giveBack(keys = []) {
      const due = [...owed, ...keys]
      if (due.length === 0) return
      owed = []
      try {
        await freeThrottlePlaces(sql, due)
      } catch {
        // Whoever asks for the next place is told of the outage. When only the answer was lost, they are given back
        // twice: as many guesses more, since a place does not know whose it is.
        owed.push(...due)
      }
    }
  }
}
