import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { canonicalAddress } from '#api/http/client-address.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { TokenUsageAnswer } from '#shared/contracts/tokens.ts'
import { MAPPED_BITS, type TokenLimits } from '#shared/rules/tokens.ts'
import {
  daysOf,
  endPrevious,
  forgetTokenDays,
  rotateToken,
  type StoredLimits,
  storeLimits
} from './limit-store.ts'
import { newStoredToken } from './token-text.ts'

const IPV6_GROUPS = 8

function groupsOf(address: string): number[] {
  if (!address.includes(':')) return address.split('.').map(Number)
  const [head = '', tail] = address.split('::').map(half => half.split(':').filter(group => group !== ''))
  const groupCount = [...head, ...(tail ?? [])].length
  return [...head, ...Array<string>(IPV6_GROUPS - groupCount).fill('0'), ...(tail ?? [])].map(group =>
    parseInt(group, 16)
  )
}

/** Without the bits of a host. */
function withoutHost(address: string, bits: number): string {
  const isV6 = address.includes(':')
  const size = isV6 ? 16 : 8
  const groups = groupsOf(address).map((group, at) => {
    const own = Math.min(size, Math.max(0, bits - at * size))
    return (group >> (size - own)) << (size - own)
  })
  return isV6
    ? (canonicalAddress(groups.map(group => group.toString(16)).join(':')) ?? address)
    : groups.join('.')
}

/** One spelling of a network: a client of IPv4 is one, however IPv6 writes it, and no network has bits of a host. */
function canonicalNetwork(text: string): string {
  const [address = '', bits] = text.split('/')
  const canonical = canonicalAddress(address) ?? address
  const isMapped = address.includes(':') && !canonical.includes(':')
  const whole = canonical.includes(':') ? 128 : 32
  const own = bits === undefined ? whole : Number(bits) - (isMapped ? MAPPED_BITS : 0)
  return `${withoutHost(canonical, own)}/${own}`
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
