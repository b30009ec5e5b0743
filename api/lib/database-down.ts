import { Refusal } from './refusal.ts'

const CONNECTION_LOST = /^ERR_POSTGRES_(CONNECTION|IDLE|LIFETIME)_/
const SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'FailedToOpenSocket'])
/**
 * SQLSTATE of temporary failures: connection (08), resources (53), shutdown (57P), time limits (57014, 55P03, 25P03),
 * read-only (25006), serialization and deadlock (40).
 */
const TEMPORARY = /^(08...|53...|57P..|57014|55P03|25006|25P03|40...)$/

/** No answer in time: the outcome of the statement is unknown. */
export class DatabaseSilentError extends Error {
  override name = 'DatabaseSilentError'
}

/** Others were answered meanwhile: the wait was for a connection or a lock. */
export class DatabaseBusyError extends DatabaseSilentError {
  override name = 'DatabaseBusyError'
}

/** The database cannot serve now, in contrast to a wrong statement. */
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

/** Refusal for a database that cannot serve, else null. A busy one is no outage. */
export function databaseRefusal(error: unknown): Refusal | null {
  if (!isDatabaseDown(error)) return null
  return new Refusal(error instanceof DatabaseBusyError ? 'OVERLOADED' : 'DATABASE_DOWN')
}

/** A lock was not available in time (SQLSTATE 55P03). */
export function isLockHeld(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (error as { errno?: unknown }).errno === '55P03' || isLockHeld(error.cause)
}
