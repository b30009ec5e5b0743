import { subjectToken } from '#api/book/subject-keys.ts'
import { fingerprintOf } from '#api/db/keys.ts'
import type { KeyedHash } from '#api/lib/hmac.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { type SubjectValue, suppressedValues } from '#shared/identity/records/subject.ts'
import type { SuppressionReason } from '#shared/labels/suppressions.ts'
import { PROBLEMS } from '#shared/problems.ts'
import type { NewSuppression } from '#shared/rules/suppression.ts'

/** Why and until when, as it is stored with an entry. */
export interface Grounds {
  reason: SuppressionReason
  request: string | null
  expiresAt: Date | null
  isProvisional: boolean
  /** Of a request that waits: it makes an entry last longer, and changes nothing else of one that is there. */
  isHold?: boolean
}

export interface StoredToken {
  kind: string
  /** Hex. */
  token: string
  /** First eight bytes, as text of a signed number. */
  prefix: string
}

/** What is stored of one value: its own token first, then those of its looser forms. */
export type EntryTokens = readonly StoredToken[]

export const storedToken = (kind: string, token: Buffer): StoredToken => ({
  kind,
  token: token.toString('hex'),
  prefix: String(token.readBigInt64BE(0))
})

export const entryTokens = (hash: KeyedHash, subject: SubjectValue): EntryTokens =>
  suppressedValues(subject).map(value => storedToken(value.kind, subjectToken(hash, value)))

/** Of a key, as rows and lists name it. */
export const keyIdOf = (key: string): string => fingerprintOf(key)
/** So much of it is enough to tell keys apart. */
export const KEY_SHOWN_CHARS = 16

/** @throws Refusal `EXPIRY_PAST`. */
export function groundsOf({
  reason,
  request,
  until,
  is_provisional: isProvisional
}: Pick<NewSuppression, 'reason' | 'request' | 'until' | 'is_provisional'>): Grounds {
  const expiresAt = until === null ? null : new Date(`${until}T23:59:59.999+03:00`)
  if (expiresAt !== null && expiresAt.getTime() <= Date.now())
    throw new Refusal('EXPIRY_PAST', { fields: { until: PROBLEMS.EXPIRY_PAST.text } })
  return { reason, request, expiresAt, isProvisional }
}
