import type { Context } from '#api/context.ts'
import { canonicalAddress } from '#api/lib/client-address.ts'
import { hasActiveException } from './store.ts'

/**
 * Whether the bot check, and nothing else, is waived for this client: the protected address, or an active exception. An
 * unknown client is never exempt.
 *
 * @param address Canonical.
 */
export async function isExempt(context: Context, address: string | null): Promise<boolean> {
  if (address === null) return false
  if (address === canonicalAddress(context.config.protectedExemptIp)) return true
  return await hasActiveException(context.sql, address)
}
