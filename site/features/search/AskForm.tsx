import type { FormEvent } from 'react'
import { useStore } from '#site/lib/use-store.ts'
import { SearchBox } from '#site/ui/SearchBox.tsx'
import { $choice, $line, $understood, type } from './readings-store.ts'
import { $search, perform } from './search-store.ts'

/** The search line. What was typed stays whatever happens. */
export function AskForm() {
  const line = useStore($line)
  const { step } = useStore($search)
  return (
    <SearchBox
      label="Поисковый запрос"
      submit="Найти"
      disabled={line.trim() === ''}
      busy={step === 'searching'}
      onSubmit={submit}
      input={{
        name: 'q',
        value: line,
        onChange: event => type(event.target.value),
        placeholder: 'ФИО, дата рождения, телефон, e-mail, ИНН',
        autoFocus: true
      }}
    />
  )
}

function submit(event: FormEvent): void {
  event.preventDefault()
  const query = $line.get()
  if (query.trim() === '') return
  // An address that still names an earlier query would ask for it again after a reload.
  if (location.search) history.replaceState(history.state, '', location.pathname)
  // A choice made for an earlier line may be no reading of this one, and the server would refuse it.
  void perform({ query, choice: $understood.get().pending ? null : $choice.get() })
}
