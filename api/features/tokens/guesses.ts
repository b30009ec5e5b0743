import { addressPrefix } from '#api/http/client-address.ts'
import { TOKEN_GUESSES_PER_MINUTE } from '#shared/constants.ts'

const WINDOW_MS = 60_000
/** Addresses that are told apart in a window; the others count as one. */
const ADDRESSES_MAX = 10_000
const OTHERS = ''

/**
 * Counts calls with unknown tokens by the network they come from, in the memory of this process: 256 bits are not
 * guessed, so the count is there to keep the calls cheap, and whoever floods must not cost a row lock each time.
 */
export interface TokenGuesses {
  /** Seconds until a guess from there is looked at again; null while there is room. */
  wait(address: string | null): number | null
  count(address: string | null): void
}

export function createTokenGuesses(): TokenGuesses {
  let counts = new Map<string, number>()
  let endsAt = 0

  function current(): Map<string, number> {
    if (performance.now() >= endsAt) {
      counts = new Map()
      endsAt = performance.now() + WINDOW_MS
    }
    return counts
  }

  function keyOf(address: string | null): string {
    const key = addressPrefix(address) ?? OTHERS
    return current().has(key) || current().size < ADDRESSES_MAX ? key : OTHERS
  }

  return {
    wait(address) {
      const guesses = current().get(keyOf(address)) ?? 0
      return guesses < TOKEN_GUESSES_PER_MINUTE ? null : Math.ceil((endsAt - performance.now()) / 1000)
    },
    count(address) {
      const key = keyOf(address)
      current().set(key, (current().get(key) ?? 0) + 1)
    }
  }
}
