import { type FormEvent, useId, useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { Field } from './Field.tsx'
import { Input } from './Input.tsx'

export interface Noted<T extends string> {
  value: T
  note: string
}

interface NotedChoiceProps<T extends string> {
  /** «Ваш вывод». */
  legend: string
  /** What is asked, for readers. */
  question: string
  options: readonly { value: T; title: string }[]
  /** What is saved; null while nothing is. */
  saved: Noted<T> | null
  /** What is changed and not saved yet. It is held outside, so that it outlives the form. */
  draft: Partial<Noted<T>>
  onDraft: (draft: Partial<Noted<T>>) => void
  placeholder: string
  submit: string
  /** Stands under the fields while nothing is saved. */
  hint: string
  /** Who saved it and when, in its place. */
  savedText: string
  /** Both say why it could not be done, or null. What is saved leaves the draft; what is typed meanwhile stays. */
  onSave: (choice: Noted<T>) => Promise<string | null>
  onUndo: () => Promise<string | null>
}

/** One of a few, with a note; saved by a button. Until something is changed it shows what is saved. */
export function NotedChoice<T extends string>(props: NotedChoiceProps<T>) {
  const { legend, question, options, saved, draft, onDraft, placeholder, submit } = props
  const { hint, savedText, onSave, onUndo } = props
  const name = useId()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const value = draft.value ?? saved?.value
  const note = draft.note ?? saved?.note ?? ''

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (value === undefined) return setFailure('Выберите один из ответов')
    await run(() => onSave({ value, note }))
  }

  async function run(act: () => Promise<string | null>) {
    setBusy(true)
    const refusal = await act()
    setBusy(false)
    setFailure(refusal ?? '')
  }

  return (
    <form className="ruling" onSubmit={save}>
      <fieldset>
        <legend>{legend}</legend>
        <div className="seg" role="radiogroup" aria-label={question}>
          {options.map(option => (
            <label key={option.value} data-chosen={option.value === value ? '' : undefined}>
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                onChange={() => onDraft({ ...draft, value: option.value })}
              />
              {option.title}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label="Заметка" error={failure}>
        {ties => (
          <Input
            {...ties}
            value={note}
            placeholder={placeholder}
            autoComplete="off"
            onChange={event => onDraft({ ...draft, note: event.target.value })}
          />
        )}
      </Field>
      <Button type="submit" kind="primary" busy={isBusy}>
        {submit}
      </Button>
      <p className="hint row tight">
        <span role="status">{saved ? savedText : hint}</span>
        {saved && (
          <Button kind="quiet" size="s" busy={isBusy} onClick={() => run(onUndo)}>
            Отменить
          </Button>
        )}
      </p>
    </form>
  )
}
