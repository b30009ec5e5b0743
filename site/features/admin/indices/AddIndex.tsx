import { useState } from 'react'
import { useForm } from '#site/lib/use-form.ts'
import { Button } from '#site/ui/Button.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconPlus } from '#site/ui/icons/acts.ts'
import { addForm } from './add-form.ts'

/** A new source, empty and silent until it has a passport. */
export function AddIndex() {
  const { state, busy, bind } = useForm(addForm)
  const [isNamed, setNamed] = useState(false)
  return (
    <form className="row top-line" {...bind} onReset={() => setNamed(false)}>
      <div className="grow">
        <TextField
          label="Добавить индекс"
          hint="Строчные латинские буквы, цифры, дефис и подчёркивание. Индекс, который уже есть в Elasticsearch, подключится, другой создаётся пустым. Без паспорта он не отвечает."
          name="index_name"
          placeholder="demo_registry_08"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={state.fields.index_name}
          disabled={busy}
          onInput={({ currentTarget }) => setNamed(currentTarget.value.trim() !== '')}
        />
      </div>
      <Button type="submit" kind="primary" busy={busy} disabled={!isNamed}>
        <Icon of={IconPlus} />
        Добавить
      </Button>
    </form>
  )
}
