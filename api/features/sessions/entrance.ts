import type { SessionEntry } from '#shared/contracts/account/security.ts'

/** How somebody came in. */
export interface Entrance {
  entry: SessionEntry
  /** Title of the passkey. */
  entryKey?: string
  userAgent: string | null
}

export const BY_PASSWORD: Entrance = { entry: 'password', userAgent: null }
