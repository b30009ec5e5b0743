import * as v from 'valibot'
import { TOKENS_PER_ADMIN } from '#shared/constants.ts'
import { count, moment, statedPurpose } from './values.ts'

/** A whole token. It is answered once, when it is made. */
export const tokenText = v.pipe(v.string(), v.regex(/^ps_[\w-]{43}$/))

export const tokenItem = v.strictObject({
  id: count,
  /** Masked: «ps_abcd…wxyz». */
  token: v.pipe(v.string(), v.regex(/^ps_[\w-]{4}…[\w-]{4}$/)),
  created_at: moment,
  last_used: v.nullable(moment),
  /** What it states for its searches that state no other; absent where it states none. */
  purpose: v.optional(statedPurpose)
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
