import { VETO_KINDS } from '#shared/identity/identifiers/kinds.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'

interface PlacedColumn {
  kind: FieldKind
  /** Whose it is, by a word of its header or as somebody has said. */
  role: string | null
  chosen: string | null
}

/** Of these everybody has one: a second column of them is hardly of the same person. */
const ONE_EACH: ReadonlySet<FieldKind> = new Set<FieldKind>(['birth_date', ...VETO_KINDS])

/**
 * Whose a column is that no word tells, by the name before it: «ФИО, дата, ФИО супруги, дата». Null unless that tells each of
 * the columns of its kind an owner of its own.
 *
 * @param namedIn Whom a column of names names; undefined for any other.
 */
export function ownerByPlace<Column extends PlacedColumn, Owner>(
  column: Column,
  columns: readonly Column[],
  namedIn: (column: Column) => Owner | undefined
): Owner | null {
  if (!ONE_EACH.has(column.kind)) return null
  const ofKind = columns.filter(({ kind }) => kind === column.kind)
  if (ofKind.length < 2 || ofKind.some(({ chosen, role }) => chosen !== null || role !== null)) return null
  const owners = new Map<Owner, Column>()
  let last: Owner | undefined
  for (const one of columns) {
    last = namedIn(one) ?? last
    if (last === undefined || !ofKind.includes(one)) continue
    if (owners.has(last)) return null
    owners.set(last, one)
  }
  if (owners.size < ofKind.length) return null
  return owners.entries().find(([, one]) => one === column)?.[0] ?? null
}
