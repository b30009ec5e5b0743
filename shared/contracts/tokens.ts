import * as v from 'valibot'
import { TOKEN_DAYS_SHOWN, TOKENS_PER_ADMIN } from '#shared/constants.ts'
import { count, isoDate, moment, statedPurpose } from './values.ts'

/** A whole token. It is answered once, when it is made. */
export const tokenText = v.pipe(v.string(), v.regex(/^ps_[\w-]{43}$/))

export const tokenItem = v.strictObject({
  id: count,
  /** Masked: «ps_abcd…wxyz». */
  token: v.pipe(v.string(), v.regex(/^ps_[\w-]{4}…[\w-]{4}$/)),
  created_at: moment,
  last_used: v.nullable(moment),
  /** What it states for its searches that state no other; absent where it states none. */
  purpose: v.optional(statedPurpose),
  title: v.nullable(v.string()),
  expires_at: v.nullable(moment),
  /** CIDR; null where any address may call. */
  networks: v.nullable(v.array(v.string())),
  /** While the text before the last rotation is good. */
  previous_until: v.nullable(moment)
})
export type TokenItem = v.InferOutput<typeof tokenItem>

/** `GET /api/tokens`, `GET /dashboard/api/tokens`: oldest first. */
export const tokensAnswer = v.strictObject({
  ok: v.literal(true),
  api_tokens: v.pipe(v.array(tokenItem), v.maxLength(TOKENS_PER_ADMIN))
})
export type TokensAnswer = v.InferOutput<typeof tokensAnswer>

/** `POST /api/generate_token`. */
export const newTokenAnswer = v.strictObject({ ok: v.literal(true), token: tokenText })
export type NewTokenAnswer = v.InferOutput<typeof newTokenAnswer>

/** `DELETE /api/delete_token/{id or token}`. */
export const tokenDeletedAnswer = v.strictObject({ ok: v.literal(true) })

/** `GET /api/tokens/{id}/usage`: days of Moscow with calls that were let through, newest first. */
export const tokenUsageAnswer = v.strictObject({
  ok: v.literal(true),
  days: v.pipe(v.array(v.strictObject({ day: isoDate, calls: count })), v.maxLength(TOKEN_DAYS_SHOWN))
})
export type TokenUsageAnswer = v.InferOutput<typeof tokenUsageAnswer>
