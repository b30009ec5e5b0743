import { atom } from 'nanostores'
import type { ReactNode } from 'react'
import type { RemapForm } from '#shared/contracts/admin-imports.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import type { Source } from './source-store.ts'

/** Other kinds by the label of their column; null while nobody changes any. */
export const $draft = atom<RemapForm['columns'] | null>(null)
/** Draws the choice of a column's kind; null until somebody changes one. */
export const $kindChoice = atom<((props: { column: Source['columns'][number] }) => ReactNode) | null>(null)
export const $isRemapping = atom(false)

/** A column's own kind takes it out of the draft. */
export function draftKind({ label, kind }: Source['columns'][number], next: FieldKind): void {
  const { [label]: _old, ...others } = $draft.get() ?? {}
  $draft.set(next === kind ? others : { ...others, [label]: next })
}
