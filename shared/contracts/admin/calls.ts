import * as v from 'valibot'
import { ADMIN_PAGE_MAX, ADMIN_PAGE_ROWS, ADMIN_SEARCH_MAX_CHARS } from '#shared/constants.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'
import { PROBLEMS } from '#shared/problems.ts'

const WRONG = PROBLEMS.BAD_INPUT.text
const OFFSET_MAX = 1_000_000

export const doneAnswer = v.strictObject({ ok: v.literal(true) })

export const actAnswer = v.strictObject({ ok: v.literal(true), message: v.string() })
export type ActAnswer = v.InferOutput<typeof actAnswer>

export const numberText = (least: number, most: number) =>
  v.pipe(
    v.string(WRONG),
    v.regex(/^\d{1,7}$/, WRONG),
    v.transform(Number),
    v.minValue(least, WRONG),
    v.maxValue(most, WRONG)
  )

/** Paging by `?limit=&offset=`. */
export const pageEntries = {
  limit: v.optional(numberText(1, ADMIN_PAGE_MAX), String(ADMIN_PAGE_ROWS)),
  offset: v.optional(numberText(0, OFFSET_MAX), '0')
}
export const pageQuery = v.object(pageEntries, WRONG)
export type PageQuery = v.InferOutput<typeof pageQuery>

export const searchText = v.optional(
  v.pipe(v.string(WRONG), v.transform(sanitizeText), v.maxLength(ADMIN_SEARCH_MAX_CHARS, WRONG)),
  ''
)
