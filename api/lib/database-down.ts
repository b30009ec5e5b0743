import { Refusal } from './refusal.ts'

/** Bun's codes for a connection that cannot be made, was lost or is not free. */
const CONNECTION_LOST = /^ERR_POSTGRES_(CONNECTION|IDLE|LIFETIME)_/
const SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'FailedToOpenSocket'])
/**
 * SQLSTATE: connection (08), resources (53), shutdown and start (57P), time limit (57014), lock not available (55P03),
 * read-only (25006), a transaction that stood still too long (25P03), serialization and deadlock (40).
 */
const TEMPORARY = /^(08...|53...|57P..|57014|55P03|25006|25P03|40...)$/

/** Nobody answered in time, so that nobody knows whether the statement was executed. */
export class DatabaseSilentError extends Error {
  override name = 'DatabaseSilentError'
}

/** Others were answered meanwhile: what was waited for is a connection, or what somebody else held. */
export class DatabaseBusyError extends DatabaseSilentError {
  override name = 'DatabaseBusyError'
}

/** Whether the database is unable to serve now, in contrast to a wrong statement. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseSilentError) return true
  const { code, errno } = error as { code?: unknown; errno?: unknown }
  if (error.name === 'PostgresError') {
    return (
      (typeof errno === 'string' && TEMPORARY.test(errno)) ||
      (typeof code === 'string' && (CONNECTION_LOST.test(code) || SYSTEM.has(code)))
    )
  }
  return error.cause instanceof Error && isDatabaseDown(error.cause)
}

/** What a caller is told of a database that does not serve now; null for another error. A busy one is no outage. */
export function databaseRefusal(error: unknown): Refusal | null {
  if (!isDatabaseDown(error)) return null
  return new Refusal(error instanceof DatabaseBusyError ? 'OVERLOADED' : 'DATABASE_DOWN')
}

/** Whether somebody held what a statement needed for longer than it may wait (SQLSTATE 55P03). */
export function isLockHeld(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (error as { errno?: unknown }).errno === '55P03' || isLockHeld(error.cause)
}
