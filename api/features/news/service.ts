import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { pathNumber } from '#api/http/request-path.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { PageQuery } from '#shared/contracts/admin/calls.ts'
import type { AdminNews, AdminNewsItem, NewsItem } from '#shared/contracts/news.ts'
import type { NewsForm } from '#shared/rules/news.ts'
import {
  changeNews,
  countNews,
  insertNews,
  lastNews,
  type NewsRow,
  onePublished,
  publishDraft,
  removeNews
} from './store.ts'

/** Newest first. */
export async function listNews(context: Context, limit: number): Promise<NewsItem[]> {
  return (await lastNews(context.sql, { limit, offset: 0 }, 'published')).map(newsView)
}

/** @throws Refusal `NOT_FOUND`, also for a draft, and for what cannot be an id. */
export async function readNews(context: Context, id: string): Promise<NewsItem> {
  const row = await onePublished(context.sql, pathNumber(id))
  if (row === null) throw new Refusal('NOT_FOUND')
  return newsView(row)
}

export async function pageOfNews({ sql }: Context, page: PageQuery): Promise<AdminNews> {
  const [rows, total] = await Promise.all([lastNews(sql, page, 'all'), countNews(sql, 'all')])
  return { ok: true, news: rows.map(adminNewsView), total }
}

export const countPublishedNews = ({ sql }: Pick<Context, 'sql'>): Promise<number> =>
  countNews(sql, 'published')

const rowOf = ({ is_featured, is_draft: _, date, author, ...text }: NewsForm, username: string) => ({
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
): Promise<AdminNewsItem> => {
  const row = { ...rowOf(form, username), isDraft: form.is_draft }
  return adminNewsView(await insertNews(sql, row, adminNewsView, actor))
}

/** @throws Refusal `NOT_FOUND`. */
export async function editNews(
  { sql }: Context,
  id: string,
  form: NewsForm,
  username: string,
  actor: Actor
): Promise<AdminNewsItem> {
  const row = await changeNews(sql, pathNumber(id), rowOf(form, username), adminNewsView, actor)
  if (row === null) throw new Refusal('NOT_FOUND')
  return adminNewsView(row)
}

/** @throws Refusal `NOT_FOUND`, `ALREADY_PUBLISHED`. */
export async function publishNews({ sql }: Context, id: string, actor: Actor): Promise<AdminNewsItem> {
  const row = await publishDraft(sql, pathNumber(id), adminNewsView, actor)
  if (typeof row === 'string') throw new Refusal(row)
  return adminNewsView(row)
}

/** @throws Refusal `NOT_FOUND`. */
export async function deleteNews({ sql }: Context, id: string, actor: Actor): Promise<void> {
  if (!(await removeNews(sql, pathNumber(id), adminNewsView, actor))) throw new Refusal('NOT_FOUND')
}

const newsView = ({ date, isFeatured, isDraft: _, ...row }: NewsRow): NewsItem => ({
  ...row,
  date: date.toISOString(),
  is_featured: isFeatured
})

const adminNewsView = (row: NewsRow): AdminNewsItem => ({ ...newsView(row), is_draft: row.isDraft })
