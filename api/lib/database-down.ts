/** Bun's own words for a connection that cannot be made, was lost or is not free. */
const LOST = /^ERR_POSTGRES_(CONNECTION|IDLE|LIFETIME)_/
const SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'FailedToOpenSocket'])
/**
 * SQLSTATE classes and codes that say "not now": connection (08), resources (53), shut-down and start (57P),
 * cancelled by a time limit (57014), lock not available (55P03), read-only (25006), serialization and deadlock (40).
 */
const NOT_NOW = /^(08...|53...|57P..|57014|55P03|25006|40...)$/

/** Whether an error says that the database cannot serve now, in contrast to a statement that is wrong. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errno } = error as { code?: unknown; errno?: unknown }
  if (error.name === 'PostgresError') {
    return (
      (typeof errno === 'string' && NOT_NOW.test(errno)) ||
      (typeof code === 'string' && (LOST.test(code) || SYSTEM.has(code)))
    )
  }
  return error.cause instanceof Error && isDatabaseDown(error.cause)
}
