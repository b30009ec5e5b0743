import * as v from 'valibot'
import { SEARCH_COST_REQUESTS } from '#shared/constants.ts'
import { purposeCode } from '#shared/rules/purpose.ts'

export const count = v.pipe(v.number(), v.integer(), v.minValue(0))
/** 0–1. */
export const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
/** Credits of a search. */
export const cost = v.pipe(count, v.maxValue(SEARCH_COST_REQUESTS))
/** ISO 8601, UTC. */
export const moment = v.pipe(v.string(), v.isoTimestamp())
export const isoDate = v.pipe(v.string(), v.isoDate())
/** Day or month may be missing: «1981-03». */
export const partialDate = v.pipe(v.string(), v.regex(/^\d{4}(-\d\d(-\d\d)?)?$/))
/** «дд.мм.гггг чч:мм», Europe/Moscow. */
export const moscowTime = v.pipe(v.string(), v.regex(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/))
/** Opaque, at least 128 random bits. */
export const searchId = v.pipe(v.string(), v.regex(/^[\w-]{22}$/))
/** `stored` is `added` + `changed` + `same`. */
export const rowCounts = {
  stored: count,
  added: count,
  changed: count,
  same: count,
  rejected: count,
  suppressed: count
}

export const statedPurpose = v.strictObject({
  code: purposeCode,
  title: v.string(),
  case_ref: v.nullable(v.string())
})
export type StatedPurpose = v.InferOutput<typeof statedPurpose>
