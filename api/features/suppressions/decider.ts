import { type Actor, type AuditEntry, noteAct, noteAdminAct } from '#api/db/audit.ts'
import type { Orm } from '#api/db/orm.ts'

/** An administrator, or whoever may run commands on the machine. */
export type Decider = Actor | 'command'

/** Writes an audit row of an act on the list in its transaction. @throws Refusal `FORBIDDEN`. */
export const noteDecision = (
  tx: Pick<Orm, 'insert' | 'execute' | '$count'>,
  by: Decider,
  entry: AuditEntry
): Promise<void> =>
  by === 'command'
    ? noteAct(tx, { ...entry, actorKind: 'system', via: 'cli' })
    : noteAdminAct(tx, { ...entry, ...by })

export const deciderId = (by: Decider): number | null => (by === 'command' ? null : by.actorId)
