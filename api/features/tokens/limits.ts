import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { canonicalAddress } from '#api/http/client-address.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { TokenUsageAnswer } from '#shared/contracts/tokens.ts'
import type { TokenLimits } from '#shared/rules/tokens.ts'
import {
  daysOf,
  endPrevious,
  forgetTokenDays,
  rotateToken,
  type StoredLimits,
  storeLimits
} from './limit-store.ts'
import { newStoredToken } from './token-text.ts'

const MAPPED_BITS = 96

/** One spelling of a network: a client of IPv4 is one, however IPv6 writes it. */
function canonicalNetwork(text: string): string {
  const [address = '', bits] = text.split('/')
  const canonical = canonicalAddress(address) ?? address
  const isMapped = address.includes(':') && !canonical.includes(':')
  const whole = canonical.includes(':') ? 128 : 32
  const own = bits === undefined ? whole : Math.max(0, Number(bits) - (isMapped ? MAPPED_BITS : 0))
  return `${canonical}/${own}`
}

export const storedLimits = ({ title, expires_at, networks }: TokenLimits): StoredLimits => ({
  ...(title !== undefined && { title }),
  ...(expires_at !== undefined && { expiresAt: expires_at }),
  ...(networks !== undefined && { networks: networks && [...new Set(networks.map(canonicalNetwork))] })
})

/** @throws Refusal `NO_SUCH_TOKEN`, also of somebody else's. */
export async function limitToken(
  { sql }: Context,
  id: number,
  limits: TokenLimits,
  actor: Actor
): Promise<void> {
  if (!(await storeLimits(sql, { userId: actor.actorId, id }, storedLimits(limits), actor)))
    throw new Refusal('NO_SUCH_TOKEN')
}

/**
 * Gives a token another text, said this once; the former one is good for a day beside it.
 *
 * @throws Refusal `NO_SUCH_TOKEN`, `TOKEN_ROTATED` while a former text is still good.
 */
export async function renewToken({ sql }: Context, id: number, actor: Actor): Promise<string> {
  const { token, ...successor } = newStoredToken()
  const outcome = await rotateToken(sql, { userId: actor.actorId, id }, successor, actor)
  if (outcome === 'none') throw new Refusal('NO_SUCH_TOKEN')
  if (outcome === 'overlapping') throw new Refusal('TOKEN_ROTATED')
  return token
}

/** @throws Refusal `NO_SUCH_TOKEN`, also where no former text is good. */
export async function endFormerText({ sql }: Context, id: number, actor: Actor): Promise<void> {
  if (!(await endPrevious(sql, { userId: actor.actorId, id }, actor))) throw new Refusal('NO_SUCH_TOKEN')
}

/** @throws Refusal `NO_SUCH_TOKEN`, also of somebody else's. */
export async function usageOf(
  { sql }: Context,
  userId: number,
  id: number
): Promise<TokenUsageAnswer['days']> {
  const days = await daysOf(sql, userId, id)
  if (days === null) throw new Refusal('NO_SUCH_TOKEN')
  return days
}

/** Forgets days that are not told any more, at most so many; says how many. */
export const forgetUsage = ({ sql }: Pick<Context, 'sql'>, most: number): Promise<number> =>
  forgetTokenDays(sql, most)
