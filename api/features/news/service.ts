import type { Context } from '#api/context.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { NewsItem } from '#shared/contracts/news.ts'
import { lastNews, type NewsRow, oneNews } from './store.ts'

/** Newest first. */
export async function listNews(context: Context, limit: number): Promise<NewsItem[]> {
  return (await lastNews(context.sql, limit)).map(shown)
}

/** @throws Refusal `NOT_FOUND`, also for what cannot be an id. */
export async function readNews(context: Context, id: string): Promise<NewsItem> {
  const row = /^\d{1,9}$/.test(id) ? await oneNews(context.sql, Number(id)) : null
  if (row === null) throw new Refusal('NOT_FOUND')
  return shown(row)
}

const shown = ({ date, isFeatured, ...row }: NewsRow): NewsItem => ({
  ...row,
  date: date.toISOString(),
  is_featured: isFeatured
})
