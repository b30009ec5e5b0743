import type { SQL } from 'bun'
import { desc, eq } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { news } from '#api/db/schema/index.ts'

export type NewsRow = typeof news.$inferSelect

export async function lastNews(sql: SQL, limit: number): Promise<NewsRow[]> {
  return await orm(sql).select().from(news).orderBy(desc(news.date), desc(news.id)).limit(limit)
}

export async function oneNews(sql: SQL, id: number): Promise<NewsRow | null> {
  const [row] = await orm(sql).select().from(news).where(eq(news.id, id))
  return row ?? null
}
