import { VETO_KINDS } from '#shared/identity/identifiers/kinds.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'

interface PlacedColumn {
  kind: FieldKind
  /** By a word of the header or as set. */
  role: string | null
  chosen: string | null
}

/** Everybody has one of these, so a second column is hardly the same person's. */
const ONE_EACH: ReadonlySet<FieldKind> = new Set<FieldKind>(['birth_date', ...VETO_KINDS])

/**
 * Owner of an unlabelled column by the name before it: «ФИО, дата, ФИО супруги, дата». Null unless every column of the
 * kind gets an owner of its own.
 * @param namedIn The owner of a name column; undefined for others.
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
