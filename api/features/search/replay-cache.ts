import { type ByteRing, createByteRing } from '#api/lib/byte-ring.ts'
import type { Context } from '#api/lib/context.ts'
import { REPLAY_SECONDS } from '#shared/constants.ts'

/** Some thousands of answers; whose answer had to make room is searched for once more, for nothing. */
const ROOM_BYTES = 32 * 2 ** 20

const rings = new WeakMap<Context, ByteRing>()

function ringOf(context: Context): ByteRing {
  const known = rings.get(context)
  if (known) return known
  const ring = createByteRing(ROOM_BYTES, 1000 * REPLAY_SECONDS)
  rings.set(context, ring)
  return ring
}

const nameOf = (userId: number, questionKey: string) => `${userId} ${questionKey}`

/**
 * Keeps an answer's JSON, not yet closed, for the replay, in the memory of this process: nothing of what was found is
 * written to the database. Only the database knows whether it may be given again.
 */
export function keepAnswer(
  context: Context,
  userId: number,
  questionKey: string,
  json: readonly Uint8Array[]
): void {
  ringOf(context).put(nameOf(userId, questionKey), json)
}

/** What this process answered to the same question of the same person within the replay window, if it still has it. */
export function keptAnswer(
  context: Context,
  userId: number,
  questionKey: string
): Uint8Array<ArrayBuffer> | undefined {
  return ringOf(context).get(nameOf(userId, questionKey))
}
