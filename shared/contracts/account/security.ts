import * as v from 'valibot'
import { BACKUP_CODES, PASSKEYS_PER_ACCOUNT } from '#shared/constants.ts'
import { count, moment, moscowTime } from '#shared/contracts/values.ts'

export const SESSION_ENTRIES = ['password', 'code', 'backup', 'second_passkey', 'passkey', 'oidc'] as const
export type SessionEntry = (typeof SESSION_ENTRIES)[number]

export const STEP_WAYS = ['code', 'passkey', 'backup'] as const
export type StepWay = (typeof STEP_WAYS)[number]

/** `POST /api/auth/login` with a second factor: nobody is signed in yet. */
export const secondStepAnswer = v.strictObject({
  success: v.literal(false),
  message: v.string(),
  second_step: v.array(v.picklist(STEP_WAYS))
})
export type SecondStepAnswer = v.InferOutput<typeof secondStepAnswer>

/** `GET /api/auth/second-step`: the waiting login and its possible steps. */
export const pendingStepAnswer = v.strictObject({
  success: v.literal(true),
  username: v.string(),
  second_step: v.array(v.picklist(STEP_WAYS))
})
export type PendingStepAnswer = v.InferOutput<typeof pendingStepAnswer>

/** JSON of W3C WebAuthn level 3, read by the browser. */
const webauthnOptions = v.looseObject({ challenge: v.string() })

/** `POST /api/auth/second-step/passkey/options`. */
export const stepOptionsAnswer = v.strictObject({ success: v.literal(true), options: webauthnOptions })
export type StepOptionsAnswer = v.InferOutput<typeof stepOptionsAnswer>

export const passkeyItem = v.strictObject({
  id: count,
  title: v.string(),
  created_at: moment,
  created_at_str: moscowTime,
  last_used: v.nullable(moment),
  last_used_str: v.nullable(moscowTime)
})
export type PasskeyItem = v.InferOutput<typeof passkeyItem>

export const ownSession = v.strictObject({
  id: v.pipe(v.string(), v.uuid()),
  created_at: moment,
  created_at_str: moscowTime,
  last_seen_at: moment,
  last_seen_at_str: moscowTime,
  /** «Firefox, Linux»; null when unknown. */
  device: v.nullable(v.string()),
  /** /24 of an IPv4, /48 of an IPv6 address. */
  network: v.nullable(v.string()),
  entry: v.nullable(v.picklist(SESSION_ENTRIES)),
  /** Passkey that opened the session. */
  entry_key: v.nullable(v.string()),
  /** No earlier sign-in from there. */
  is_new_place: v.boolean(),
  is_current: v.boolean()
})
export type OwnSession = v.InferOutput<typeof ownSession>

/** `GET /api/profile/security`. */
export const securityAnswer = v.strictObject({
  ok: v.literal(true),
  totp: v.strictObject({ enabled_at: v.nullable(moment), enabled_at_str: v.nullable(moscowTime) }),
  backup_codes: v.strictObject({ left: count, all: count }),
  passkeys: v.pipe(v.array(passkeyItem), v.maxLength(PASSKEYS_PER_ACCOUNT)),
  /** The current one first, then by last use. */
  sessions: v.array(ownSession),
  /** Until then changes of factors need no confirmation; null when the next one does. */
  proved_until: v.nullable(moment),
  /** When somebody else removed the factors of an account that has none since. */
  reset_at: v.optional(moment),
  reset_at_str: v.optional(moscowTime),
  /** The account must have a factor. */
  is_required: v.boolean()
})
export type SecurityAnswer = v.InferOutput<typeof securityAnswer>

export const doneAnswer = v.strictObject({ ok: v.literal(true) })

export const totpDraftAnswer = v.strictObject({
  ok: v.literal(true),
  /** Base32. */
  secret: v.pipe(v.string(), v.regex(/^[A-Z2-7]{32}$/)),
  /** Content of the QR code. */
  uri: v.pipe(v.string(), v.startsWith('otpauth://totp/'))
})
export type TotpDraftAnswer = v.InferOutput<typeof totpDraftAnswer>

const backupCodes = v.pipe(
  v.array(v.pipe(v.string(), v.regex(/^[\dA-Z]{4}-[\dA-Z]{4}$/))),
  v.length(BACKUP_CODES)
)

/** `POST /api/profile/totp/enable`, `POST /api/profile/backup-codes`. Shown once. */
export const backupCodesAnswer = v.strictObject({ ok: v.literal(true), backup_codes: backupCodes })
export type BackupCodesAnswer = v.InferOutput<typeof backupCodesAnswer>

/** `POST /api/profile/passkeys/options`. */
export const passkeyOptionsAnswer = v.strictObject({ ok: v.literal(true), options: webauthnOptions })
export type PasskeyOptionsAnswer = v.InferOutput<typeof passkeyOptionsAnswer>

/** `POST /api/profile/passkeys`; codes come with the first factor. */
export const passkeyAddedAnswer = v.strictObject({
  ok: v.literal(true),
  passkey: passkeyItem,
  backup_codes: v.optional(backupCodes)
})
export type PasskeyAddedAnswer = v.InferOutput<typeof passkeyAddedAnswer>

/** `DELETE /api/profile/sessions`. */
export const ownSessionsEndedAnswer = v.strictObject({ ok: v.literal(true), ended: count })
export type OwnSessionsEndedAnswer = v.InferOutput<typeof ownSessionsEndedAnswer>
