import type { Context } from '#api/lib/context.ts'
import { REPLAY_SECONDS } from '#shared/constants.ts'

/** Beyond so many the oldest are forgotten: then the charge itself finds the stored answer. */
const REMEMBERED_MAX = 50_000

const answered = new WeakMap<Context, Map<string, number>>()

const markOf = (userId: number, queryKey: Uint8Array) => `${userId} ${queryKey.toBase64()}`

/**
 * Whether this process may have answered the same question of the same person within the replay window. False saves the
 * look for a stored answer, which is most likely not there; one that another process has stored is found by the charge.
 */
export function wasAnswered(context: Context, userId: number, queryKey: Uint8Array): boolean {
  const at = answered.get(context)?.get(markOf(userId, queryKey))
  return at !== undefined && performance.now() - at < 1000 * REPLAY_SECONDS
}

export function noteAnswered(context: Context, userId: number, queryKey: Uint8Array): void {
  const known = answered.get(context) ?? new Map<string, number>()
  answered.set(context, known)
  const mark = markOf(userId, queryKey)
  // A mark that comes again moves to the end: the first one is always the oldest.
  known.delete(mark)
  known.set(mark, performance.now())
  const horizon = performance.now() - 1000 * REPLAY_SECONDS
  for (const [oldest, at] of known) {
    if (at > horizon && known.size <= REMEMBERED_MAX) break
    known.delete(oldest)
  }
}
