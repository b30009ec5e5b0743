import * as v from 'valibot'
import { NEWS_MAX, NEWS_ON_DASHBOARD } from '#shared/constants.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { count, moment } from './values.ts'

const newsItem = v.strictObject({
  id: count,
  title: v.string(),
  category: v.string(),
  date: moment,
  summary: v.string(),
  author: v.string(),
  is_featured: v.boolean()
})
export type NewsItem = v.InferOutput<typeof newsItem>

/** `GET /api/news`. */
export const newsAnswer = v.strictObject({ ok: v.literal(true), data: v.array(newsItem) })
export type NewsAnswer = v.InferOutput<typeof newsAnswer>

/** `GET /api/news/{id}`. */
export const newsItemAnswer = v.strictObject({ ok: v.literal(true), data: newsItem })

const adminNewsItem = v.strictObject({ ...newsItem.entries, is_draft: v.boolean() })
export type AdminNewsItem = v.InferOutput<typeof adminNewsItem>

/** `POST /api/auth/admin/news`, `PUT …/news/{id}`, `POST …/news/{id}/publish`. */
export const adminNewsItemAnswer = v.strictObject({ ok: v.literal(true), data: adminNewsItem })

/** `GET /api/auth/admin/news`; `total` of all pages. */
export const adminNewsAnswer = v.strictObject({
  ok: v.literal(true),
  news: v.array(adminNewsItem),
  total: count
})
export type AdminNews = v.InferOutput<typeof adminNewsAnswer>

const WRONG = PROBLEMS.BAD_INPUT.text

/** `?limit=` is text. */
export const newsQuery = v.object(
  {
    limit: v.optional(
      v.pipe(
        v.string(WRONG),
        v.regex(/^\d{1,3}$/, WRONG),
        v.transform(Number),
        v.minValue(1, WRONG),
        v.maxValue(NEWS_MAX, WRONG)
      ),
      String(NEWS_ON_DASHBOARD)
    )
  },
  WRONG
)
