import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { pathNumber } from '#api/http/request-path.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { PageQuery } from '#shared/contracts/admin.ts'
import type { AdminNews, NewsItem } from '#shared/contracts/news.ts'
import type { NewsForm } from '#shared/rules/news.ts'
import { changeNews, countNews, insertNews, lastNews, type NewsRow, oneNews, removeNews } from './store.ts'

/** Newest first. */
export async function listNews(context: Context, limit: number): Promise<NewsItem[]> {
  return (await lastNews(context.sql, { limit, offset: 0 })).map(newsView)
}

/** @throws Refusal `NOT_FOUND`, also for what cannot be an id. */
export async function readNews(context: Context, id: string): Promise<NewsItem> {
  const row = await oneNews(context.sql, pathNumber(id))
  if (row === null) throw new Refusal('NOT_FOUND')
  return newsView(row)
}

export async function pageOfNews({ sql }: Context, page: PageQuery): Promise<AdminNews> {
  const [rows, total] = await Promise.all([lastNews(sql, page), countNews(sql)])
  return { ok: true, news: rows.map(newsView), total }
}

export const countAllNews = ({ sql }: Pick<Context, 'sql'>): Promise<number> => countNews(sql)

const rowOf = ({ is_featured, date, author, ...text }: NewsForm, username: string) => ({
  ...text,
  author: author || username,
  isFeatured: is_featured,
  ...(date && { date: new Date(date) })
})

/** @param username Signs what has no author. */
export const createNews = async (
  { sql }: Context,
  form: NewsForm,
  username: string,
  actor: Actor
): Promise<NewsItem> => newsView(await insertNews(sql, rowOf(form, username), newsView, actor))

/** @throws Refusal `NOT_FOUND`. */
export async function editNews(
  { sql }: Context,
  id: string,
  form: NewsForm,
  username: string,
  actor: Actor
): Promise<NewsItem> {
  const row = await changeNews(sql, pathNumber(id), rowOf(form, username), newsView, actor)
  if (row === null) throw new Refusal('NOT_FOUND')
  return newsView(row)
}

/** @throws Refusal `NOT_FOUND`. */
export async function deleteNews({ sql }: Context, id: string, actor: Actor): Promise<void> {
  if (!(await removeNews(sql, pathNumber(id), newsView, actor))) throw new Refusal('NOT_FOUND')
}

const newsView = ({ date, isFeatured, ...row }: NewsRow): NewsItem => ({
  ...row,
  date: date.toISOString(),
  is_featured: isFeatured
})
