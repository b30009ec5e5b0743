import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { VERDICT_NOTE_MAX_CODE_POINTS } from '#shared/constants.ts'
import type { ListRow } from '#shared/contracts/lists/lists.ts'

interface RowNoteProps {
  row: ListRow
  onSave(note: string): Promise<void>
}

/** A note beside one's verdict: a press opens its field, Enter or leaving the field saves it, Escape does not. */
export function RowNote({ row: { n, note }, onSave }: RowNoteProps) {
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
    if (text !== (note ?? '')) void onSave(text)
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
    if (field.current) field.current.value = note ?? ''
    leave()
  }

  if (!isOpen)
    return (
      <button
        className={note ? 'note-of link' : 'note-of link no-print'}
        type="button"
        ref={opener}
        onClick={open}
      >
        {note ?? 'Заметка'}
      </button>
    )
  return (
    <form onSubmit={submit} onBlur={save} onKeyDown={onKey}>
      <input
        className="input"
        ref={field}
        aria-label={`Заметка, строка ${n}`}
        maxLength={VERDICT_NOTE_MAX_CODE_POINTS}
        autoComplete="off"
        defaultValue={note ?? ''}
      />
    </form>
  )
}
