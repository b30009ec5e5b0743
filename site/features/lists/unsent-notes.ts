import { atom } from 'nanostores'
import { keep, recall } from '#site/lib/search-session-store.ts'

/** A note that the server has not taken yet. */
export interface UnsentNote {
  text: string
  /** It was sent, and nothing came of it. */
  isLost: boolean
}

type KeptNotes = [row: string, text: string][]

/** By list and number of the row. */
export const $unsentNotes = atom<ReadonlyMap<string, UnsentNote>>(new Map())

/** Brings back those of before, which the page was left with. */
export function recallNotes(): void {
  const notes = recall<KeptNotes>('notes')
  if (!Array.isArray(notes)) return
  $unsentNotes.set(new Map((notes as KeptNotes).map(([row, text]) => [row, { text, isLost: true }])))
}

/** Sends a note, and keeps it in this tab until the server has taken it. Never rejects. */
export async function saveNote(
  row: string,
  text: string,
  send: (text: string) => Promise<void>
): Promise<void> {
  const note = { text, isLost: false }
  change(row, note)
  const next = await send(text).then(
    () => undefined,
    () => ({ text, isLost: true })
  )
  // Another one may have been typed since.
  if ($unsentNotes.get().get(row) === note) change(row, next)
}

/** It is saved after all. */
export const forgetNote = (row: string): void => change(row, undefined)

function change(row: string, note: UnsentNote | undefined): void {
  const notes = new Map($unsentNotes.get())
  if (note) notes.set(row, note)
  else notes.delete(row)
  $unsentNotes.set(notes)
  keep(
    'notes',
    [...notes].map(([key, { text }]) => [key, text])
  )
}
