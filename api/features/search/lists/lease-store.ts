import type { SQL } from 'bun'
import type { StoredPurpose } from '#api/features/search/purpose.ts'
import type { Role } from '#shared/labels/roles.ts'

/** A list that this process searches. */
export interface ClaimedList extends StoredPurpose {
  id: number
  publicId: Uint8Array
  userId: number
  role: Role
  isApi: boolean
  ipPrefix: string | null
}

/** A list whose runner gave no sign of life for so long is taken up by another. */
const LEASE_SECONDS = 5

/** Takes a running list of somebody who is not blocked and that nobody has, the one that waited longest first; null where there is none. */
export async function claimList(sql: SQL, runner: string): Promise<ClaimedList | null> {
  const [row] = await sql<ClaimedList[]>`UPDATE list l
    SET runner = ${runner}, lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    FROM users u
    WHERE u.id = l.user_id AND l.id = (
      SELECT w.id FROM list w JOIN users o ON o.id = w.user_id AND o.blocked_at IS NULL
      WHERE w.state = 'running' AND (w.lease_until IS NULL OR w.lease_until < clock_timestamp())
      ORDER BY w.lease_until NULLS FIRST LIMIT 1 FOR UPDATE OF w SKIP LOCKED)
    RETURNING l.id::float8 AS id, l.public_id AS "publicId", l.user_id AS "userId", u.role, l.is_api AS "isApi",
      l.ip_prefix AS "ipPrefix", l.purpose, l.case_ref AS "caseRef"`
  return row ?? null
}

/** A sign of life. False when the list is somebody else's, or not to be searched now. */
export async function renewList(sql: SQL, listId: number, runner: string): Promise<boolean> {
  const rows =
    await sql`UPDATE list SET lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    WHERE id = ${listId} AND runner = ${runner} AND state = 'running'
      AND EXISTS (SELECT FROM users WHERE id = user_id AND blocked_at IS NULL) RETURNING id`
  return rows.length > 0
}

/** Lets another process take the list at once. */
export async function releaseList(sql: SQL, listId: number, runner: string): Promise<void> {
  await sql`UPDATE list SET runner = NULL, lease_until = NULL WHERE id = ${listId} AND runner = ${runner}`
}
