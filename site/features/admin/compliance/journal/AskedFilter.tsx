import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Audit } from '#site/features/admin/audit/audit-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { Input } from '#site/ui/form/Input.tsx'

/** Who asked about somebody. It is sent when it is asked for alone: the question is an act of its own. */
export function AskedFilter({ audit }: { audit: Audit }) {
  const { line } = useStore(audit.$filter)
  const [typed, setTyped] = useState('')
  const choose = (value: string) => {
    setTyped(value)
    audit.filter({ line: value.trim() })
  }
  return (
    <form
      className="row"
      onSubmit={event => {
        event.preventDefault()
        choose(typed)
      }}
    >
      <div className="grow">
        <label className="sr" htmlFor="audit-line">
          Кто спрашивал об этом человеке
        </label>
        <Input
          id="audit-line"
          placeholder="Кто спрашивал о человеке: телефон, ИНН, имя…"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
      </div>
      <Button type="submit">Показать</Button>
      {line !== '' && (
        <Button kind="quiet" onClick={() => choose('')}>
          Все действия
        </Button>
      )}
    </form>
  )
}
