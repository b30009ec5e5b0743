import type { SQL } from 'bun'
import { and, eq, lt, sql as text } from 'drizzle-orm'
import { type Orm, orm } from '#api/db/orm.ts'
import { removePortion } from '#api/db/portion.ts'
import { loginPlaces, sessions } from '#api/db/schema/index.ts'
import { LOGIN_PLACE_DAYS } from '#shared/constants.ts'

/** Notes from where a user signs in. @returns whether others are known of them, and not this one. */
export async function isNewPlace(
  tx: Pick<Orm, 'insert' | '$count'>,
  userId: number,
  ipPrefix: string | null
): Promise<boolean> {
  if (ipPrefix === null) return false
  const [noted] = await tx
    .insert(loginPlaces)
    .values({ userId, ipPrefix })
    .onConflictDoUpdate({ target: [loginPlaces.userId, loginPlaces.ipPrefix], set: { lastAt: text`now()` } })
    .returning({ isNew: text<boolean>`xmax = 0` })
  return noted?.isNew === true && (await tx.$count(loginPlaces, eq(loginPlaces.userId, userId))) > 1
}

/** Takes the mark of a new place from a session: its owner says that it was them. */
export async function confirmPlace(sql: SQL, userId: number, sessionId: string): Promise<boolean> {
  const rows = await orm(sql)
    .update(sessions)
    .set({ isNewPlace: false })
    .where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))
    .returning({ id: sessions.id })
  return rows.length > 0
}

export const forgetLoginPlaces = (sql: SQL, most: number): Promise<number> =>
  removePortion(
    sql,
    loginPlaces,
    lt(loginPlaces.lastAt, text`now() - make_interval(days => ${LOGIN_PLACE_DAYS})`),
    most
  )
