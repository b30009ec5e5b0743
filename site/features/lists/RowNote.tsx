import { useStore } from '@nanostores/react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { VERDICT_NOTE_MAX_CODE_POINTS } from '#shared/constants.ts'
import type { ListRow } from '#shared/contracts/lists/lists.ts'
import { $unsentNotes, forgetNote, saveNote } from './unsent-notes.ts'

interface RowNoteProps {
  listId: string
  row: ListRow
  /** Rejects where the note was not saved. */
  onSave(note: string): Promise<void>
}

/** A note beside one's verdict: a press opens its field, Enter or leaving the field saves it, Escape does not. What could not be saved stays. */
export function RowNote({ listId, row: { n, note }, onSave }: RowNoteProps) {
  const key = `${listId} ${n}`
  const unsent = useStore($unsentNotes).get(key)
  const shown = unsent?.text ?? note ?? ''
  // The answer of the server may have been lost, and not the note.
  const isSaved = unsent?.isLost && unsent.text === (note ?? '')
  useEffect(() => (isSaved ? forgetNote(key) : undefined), [isSaved, key])
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)

  function open() {
    flushSync(() => setOpen(true))
    field.current?.focus()
  }
  function save() {
    const text = field.current?.value ?? ''
    setOpen(false)
    if (text !== shown) void saveNote(key, text, onSave)
  }
  /** By a key, after which the focus is where it was. */
  function leave() {
    flushSync(() => field.current?.blur())
    opener.current?.focus()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    leave()
  }
  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    if (field.current) field.current.value = shown
    leave()
  }

  if (!isOpen)
    return (
      <>
        <button
          className={shown ? 'note-of link' : 'note-of link no-print'}
          type="button"
          ref={opener}
          onClick={open}
        >
          {shown || 'Заметка'}
        </button>
        {unsent?.isLost && !isSaved && (
          <span className="why no-print">
            Заметка не сохранена.{' '}
            <button className="link" type="button" onClick={() => saveNote(key, unsent.text, onSave)}>
              Сохранить снова
            </button>
          </span>
        )}
      </>
    )
  return (
    <form onSubmit={submit} onBlur={save} onKeyDown={onKey}>
      <input
        className="input"
        ref={field}
        aria-label={`Заметка, строка ${n}`}
        maxLength={VERDICT_NOTE_MAX_CODE_POINTS}
        autoComplete="off"
        defaultValue={shown}
      />
    </form>
  )
}
