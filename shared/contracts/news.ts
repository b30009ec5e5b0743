import * as v from 'valibot'
import { NEWS_MAX, NEWS_ON_DASHBOARD } from '#shared/constants.ts'
import { PROBLEMS } from '#shared/problems.ts'

export interface NewsItem {
  id: number
  title: string
  category: string
  /** ISO 8601, UTC. */
  date: string
  summary: string
  author: string
  is_featured: boolean
}

/** `GET /api/news` → `{ok, data}`. */
export interface NewsAnswer {
  ok: true
  data: NewsItem[]
}

const WRONG = PROBLEMS.BAD_INPUT.text

/** `?limit=` arrives as text. */
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
