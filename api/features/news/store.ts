import type { SQL } from 'bun'

export interface NewsRow {
  id: number
  title: string
  category: string
  date: Date
  summary: string
  author: string
  is_featured: boolean
}

export async function lastNews(sql: SQL, limit: number): Promise<NewsRow[]> {
  return await sql`SELECT id, title, category, date, summary, author, is_featured FROM news
    ORDER BY date DESC, id DESC LIMIT ${limit}`
}

export async function oneNews(sql: SQL, id: number): Promise<NewsRow | null> {
  const [row] = await sql<NewsRow[]>`SELECT id, title, category, date, summary, author, is_featured FROM news
    WHERE id = ${id}`
  return row ?? null
}
