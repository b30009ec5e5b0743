import * as v from 'valibot'
import { TOKEN_DAYS_SHOWN, TOKENS_PER_ADMIN } from '#shared/constants.ts'
import { count, isoDate, moment, statedPurpose } from './values.ts'

const tokenText = v.pipe(v.string(), v.regex(/^ps_[\w-]{43}$/))

export const tokenItem = v.strictObject({
  id: count,
  /** «ps_abcd…wxyz» */
  token: v.pipe(v.string(), v.regex(/^ps_[\w-]{4}…[\w-]{4}$/)),
  created_at: moment,
  last_used: v.nullable(moment),
  /** Default purpose; absent without one. */
  purpose: v.optional(statedPurpose),
  title: v.nullable(v.string()),
  expires_at: v.nullable(moment),
  /** CIDR; null for any address. */
  networks: v.nullable(v.array(v.string())),
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

/** `GET /api/tokens/{id}/usage`: days in Moscow with accepted calls, newest first. */
export const tokenUsageAnswer = v.strictObject({
  ok: v.literal(true),
  days: v.pipe(v.array(v.strictObject({ day: isoDate, calls: count })), v.maxLength(TOKEN_DAYS_SHOWN))
})
export type TokenUsageAnswer = v.InferOutput<typeof tokenUsageAnswer>
