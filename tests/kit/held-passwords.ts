import { spyOn } from 'bun:test'
import { availableParallelism } from 'node:os'

/** Passwords that are verified at once, on a core fewer than there are, and that may wait for it. */
export const HASHED_AND_WAITING = Math.max(1, availableParallelism() - 1) + 64

interface HeldPasswords {
  readonly isHeld: boolean
  /** Lets them all be verified. */
  release(): void
}

/** From here on a password takes until it is released, as on a machine that has no time at all. */
export function holdPasswords(): HeldPasswords {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { verify } = Bun.password
  let isHeld = true
  const held = spyOn(Bun.password, 'verify').mockImplementation(async (...call) => {
    await promise
    return await verify(...call)
  })
  return {
    get isHeld() {
      return isHeld
    },
    release() {
      isHeld = false
      held.mockRestore()
      resolve()
    }
  }
}
