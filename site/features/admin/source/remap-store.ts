import { atom } from 'nanostores'
import type { ReactNode } from 'react'
import type { RemapForm } from '#shared/contracts/admin/imports.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import type { ColumnParty } from '#shared/labels/parties.ts'
import type { Source } from './source-store.ts'

/** What changes, by the label of the column; null while nobody changes any. */
export const $draft = atom<RemapForm | null>(null)
export const NO_DRAFT: RemapForm = { columns: {}, parties: {} }
/** Draws the choices of a column; null until somebody changes one. */
export const $kindChoice = atom<((props: { column: Source['columns'][number] }) => ReactNode) | null>(null)
export const $isRemapping = atom(false)

/** What the column is already takes it out of the draft. */
function withChange<T>(
  values: Record<string, T>,
  label: string,
  before: T | null,
  next: T
): Record<string, T> {
  const { [label]: _old, ...others } = values
  return next === before ? others : { ...others, [label]: next }
}

export function draftKind({ label, kind }: Source['columns'][number], next: FieldKind): void {
  const draft = $draft.get() ?? NO_DRAFT
  $draft.set({ ...draft, columns: withChange(draft.columns, label, kind, next) })
}

export function draftParty({ label, party }: Source['columns'][number], next: ColumnParty): void {
  const draft = $draft.get() ?? NO_DRAFT
  $draft.set({ ...draft, parties: withChange(draft.parties, label, party, next) })
}

/** The labels of the columns that change. */
export const draftedLabels = ({ columns, parties }: RemapForm): string[] =>
  Object.keys({ ...columns, ...parties })
