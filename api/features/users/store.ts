import type { SQL } from 'bun'
import type { Role } from '#shared/labels/roles.ts'

export interface NewUser {
  username: string
  passwordHash: string
  role: Role
  /** Credits to begin with. */
  requests: number
  /** What makes it, for the audit. */
  action: 'register' | 'admin_create'
  ipPrefix: string | null
}

/**
 * Adds an account with its first ledger row and its audit row in one transaction. The index decides who gets a name.
 *
 * @returns Its id, or null when the name is taken, ignoring case.
 */
export async function insertUser(sql: SQL, user: NewUser): Promise<number | null> {
  const [actor, via, kind] =
    user.action === 'register' ? ['user', 'ui', 'signup'] : ['system', 'command', 'grant']
  return await sql.begin(async tx => {
    const [made] = await tx<{ id: number }[]>`INSERT INTO users (username, username_key, password_hash, role)
      VALUES (${user.username}, ${user.username.toLowerCase()}, ${user.passwordHash}, ${user.role})
      ON CONFLICT (username_key) DO NOTHING RETURNING id`
    if (!made) return null
    const { id } = made
    if (user.requests > 0) await tx`SELECT post_credit(${id}, ${kind}, ${String(id)}, ${user.requests})`
    await tx`INSERT INTO audit_event (actor_kind, actor_id, via, action, ip_prefix, detail)
      VALUES (${actor}, ${id}, ${via}, ${user.action}, ${user.ipPrefix}, jsonb_build_object('requests', ${user.requests}::int))`
    return id
  })
}

export interface StoredPassword {
  id: number
  passwordHash: string
}

export async function passwordByName(sql: SQL, username: string): Promise<StoredPassword | null> {
  const [row] = await sql<StoredPassword[]>`SELECT id, password_hash AS "passwordHash" FROM users
    WHERE username_key = ${username.toLowerCase()}`
  return row ?? null
}

export async function passwordById(sql: SQL, userId: number): Promise<string | null> {
  const [row] = await sql<
    StoredPassword[]
  >`SELECT id, password_hash AS "passwordHash" FROM users WHERE id = ${userId}`
  return row?.passwordHash ?? null
}

/**
 * Changes a password, ends every session but one and notes it, together. First the user's row, so that a login that
 * holds it with the old password opens its session before the sessions are ended.
 *
 * @returns False when the password was changed by somebody else in between.
 */
export async function replacePassword(
  sql: SQL,
  change: { userId: number; oldHash: string; newHash: string; keepSession: string; ipPrefix: string | null }
): Promise<boolean> {
  return await sql.begin(async tx => {
    const changed = await tx`UPDATE users SET password_hash = ${change.newHash}
      WHERE id = ${change.userId} AND password_hash = ${change.oldHash} RETURNING 1`
    if (changed.length === 0) return false
    await tx`DELETE FROM sessions WHERE user_id = ${change.userId} AND id <> ${change.keepSession}`
    await tx`INSERT INTO audit_event (actor_kind, actor_id, via, action, ip_prefix)
      VALUES ('user', ${change.userId}, 'ui', 'password_change', ${change.ipPrefix})`
    return true
  })
}

/** Sets where an administrator is written to, and notes before and after. */
export async function storeTelegramChat(
  sql: SQL,
  userId: number,
  chatId: string | null,
  ipPrefix: string | null
): Promise<void> {
  await sql`WITH old AS (SELECT id, telegram_chat_id FROM users WHERE id = ${userId} FOR UPDATE),
    stored AS (
      UPDATE users SET telegram_chat_id = ${chatId} FROM old WHERE users.id = old.id
      RETURNING users.id, old.telegram_chat_id AS before
    )
    INSERT INTO audit_event (actor_kind, actor_id, via, action, ip_prefix, detail)
    SELECT 'user', id, 'ui', 'settings_change', ${ipPrefix},
      jsonb_build_object('before', before, 'after', ${chatId}::text) FROM stored`
}

export async function countTokens(sql: SQL, userId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`SELECT count(*)::int FROM api_tokens WHERE user_id = ${userId}`
  return row?.count ?? 0
}

export async function eldestOfRole(sql: SQL, role: Role): Promise<string | null> {
  const [row] = await sql<
    { username: string }[]
  >`SELECT username FROM users WHERE role = ${role} ORDER BY id LIMIT 1`
  return row?.username ?? null
}

/**
 * Gives a user another role, and another password when there is one, which ends all sessions; notes it.
 *
 * @returns False when nobody has that name, ignoring case.
 */
export async function promoteUser(
  sql: SQL,
  change: { username: string; role: Role; passwordHash: string | null }
): Promise<boolean> {
  const rows =
    await sql`WITH old AS (SELECT id, role FROM users WHERE username_key = ${change.username.toLowerCase()} FOR UPDATE),
    stored AS (
      UPDATE users SET role = ${change.role}, password_hash = coalesce(${change.passwordHash}::text, password_hash)
      WHERE id IN (SELECT id FROM old) RETURNING id
    ), ended AS (
      DELETE FROM sessions WHERE ${change.passwordHash}::text IS NOT NULL AND user_id IN (SELECT id FROM old)
    )
    INSERT INTO audit_event (actor_kind, actor_id, via, action, detail)
    SELECT 'system', stored.id, 'command', 'admin_promote', jsonb_build_object('before', old.role, 'after', ${change.role}::text)
    FROM stored, old RETURNING 1`
  return rows.length > 0
}
