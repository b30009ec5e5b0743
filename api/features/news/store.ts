import type { SQL } from 'bun'
import { and, desc, eq, sql as text } from 'drizzle-orm'
import { type Actor, noteAdminAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { news } from '#api/db/schema/index.ts'

export type NewsRow = typeof news.$inferSelect
type NewNews = typeof news.$inferInsert
/** How the audit tells an item. */
type NewsView = (row: NewsRow) => object

const isPublic = eq(news.isDraft, false)

/** Everybody may see those that are published. */
export async function lastNews(
  sql: SQL,
  { limit, offset }: { limit: number; offset: number },
  which: 'published' | 'all'
): Promise<NewsRow[]> {
  return await orm(sql)
    .select()
    .from(news)
    .where(which === 'published' ? isPublic : undefined)
    .orderBy(desc(news.date), desc(news.id))
    .limit(limit)
    .offset(offset)
}

export const countNews = (sql: SQL, which: 'published' | 'all'): Promise<number> =>
  orm(sql).$count(news, which === 'published' ? isPublic : undefined)

export async function onePublished(sql: SQL, id: number): Promise<NewsRow | null> {
  const [row] = await orm(sql)
    .select()
    .from(news)
    .where(and(eq(news.id, id), isPublic))
  return row ?? null
}

export async function insertNews(
  sql: SQL,
  item: NewNews,
  auditedNews: NewsView,
  actor: Actor
): Promise<NewsRow> {
  return await orm(sql).transaction(async tx => {
    const [inserted] = await tx.insert(news).values(item).returning()
    if (!inserted) throw new Error('news were not stored')
    await noteAdminAct(tx, {
      ...actor,
      action: 'news_create',
      detail: { before: null, after: auditedNews(inserted) }
    })
    return inserted
  })
}

/** Null when there is none of that number. */
export async function changeNews(
  sql: SQL,
  id: number,
  item: Omit<NewNews, 'id' | 'isDraft'>,
  auditedNews: NewsView,
  actor: Actor
): Promise<NewsRow | null> {
  return await orm(sql).transaction(async tx => {
    const [old] = await tx.select().from(news).where(eq(news.id, id)).for('update')
    if (!old) return null
    const [changed = old] = await tx.update(news).set(item).where(eq(news.id, id)).returning()
    const detail = { before: auditedNews(old), after: auditedNews(changed) }
    await noteAdminAct(tx, { ...actor, action: 'news_update', detail })
    return changed
  })
}

/** Makes a draft public, of now. One that is public already is left as it is. */
export async function publishDraft(
  sql: SQL,
  id: number,
  auditedNews: NewsView,
  actor: Actor
): Promise<NewsRow | 'NOT_FOUND' | 'ALREADY_PUBLISHED'> {
  return await orm(sql).transaction(async tx => {
    const [old] = await tx.select().from(news).where(eq(news.id, id)).for('update')
    if (!old) return 'NOT_FOUND'
    if (!old.isDraft) return 'ALREADY_PUBLISHED'
    const published = { isDraft: false, date: text`now()` }
    const [changed = old] = await tx.update(news).set(published).where(eq(news.id, id)).returning()
    const detail = { before: auditedNews(old), after: auditedNews(changed) }
    await noteAdminAct(tx, { ...actor, action: 'news_publish', detail })
    return changed
  })
}

export async function removeNews(
  sql: SQL,
  id: number,
  auditedNews: NewsView,
  actor: Actor
): Promise<boolean> {
  return await orm(sql).transaction(async tx => {
    const [gone] = await tx.delete(news).where(eq(news.id, id)).returning()
    if (!gone) return false
    await noteAdminAct(tx, {
      ...actor,
      action: 'news_delete',
      detail: { before: auditedNews(gone), after: null }
    })
    return true
  })
}
