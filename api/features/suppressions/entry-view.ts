import type { Suppression } from '#shared/contracts/admin/suppressions.ts'
import { suppressionKindLabel } from '#shared/labels/suppression-kinds.ts'
import { SUPPRESSION_REASONS } from '#shared/labels/suppressions.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { ownValue } from '#shared/own-value.ts'
import type { ListedEntry } from './listing-store.ts'

const TOKEN_ENDS = 4

/** Of the token the ends, by which entries are told apart. */
export function entryView(row: ListedEntry): Suppression {
  const { token, reason, eraseFrom, erasedAt, addedAt, addedBy, expiresAt, liftedAt, liftedBy, liftReason } =
    row
  const hex = Buffer.from(token).toString('hex')
  const timeOf = (moment: Date | null) => moment && moscowTime(moment)
  return {
    id: row.id,
    kind: row.kind,
    kind_label: suppressionKindLabel(row.kind),
    token: `${hex.slice(0, TOKEN_ENDS)}…${hex.slice(-TOKEN_ENDS)}`,
    values: row.values,
    reason: ownValue(SUPPRESSION_REASONS, reason) ?? reason,
    request: row.request,
    state: row.state,
    added_at_str: moscowTime(addedAt),
    added_by: addedBy,
    expires_at_str: timeOf(expiresAt),
    lifted_at_str: timeOf(liftedAt),
    lifted_by: liftedBy,
    lift_reason: liftReason,
    is_erasing: eraseFrom !== null,
    erased_at_str: timeOf(erasedAt)
  }
}
