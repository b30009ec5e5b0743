import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { indices } from '#site/features/admin/indices/indices-store.ts'
import { useForm } from '#site/lib/use-form.ts'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Field } from '#site/ui/form/Field.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { $target, chooseTarget } from './import-store.ts'
import { suggestedName, targetForm } from './target-store.ts'

/** Which source the data are for: one that there is, or a new one. */
export function Target({ fileName }: { fileName: string }) {
  const target = useStore($target)
  const load = useStore(indices.$load)
  if (load.step === 'failed') return <Failure text={load.text} onRetry={indices.load} />
  const listed = load.step === 'ready' ? load.data.details : []
  const chosen = listed.find(({ name }) => name === target)
  return (
    <Card
      title="Источник"
      action={
        target && (
          <Button size="s" onClick={() => chooseTarget('')}>
            Изменить
          </Button>
        )
      }
    >
      {target ? (
        <p>
          {chosen?.title ?? 'Новый источник'} <code className="soft">{target}</code>
        </p>
      ) : (
        <Choice indices={listed.filter(({ adopted }) => !adopted)} suggested={suggestedName(fileName)} />
      )}
    </Card>
  )
}

interface ChoiceProps {
  indices: readonly { name: string; title: string }[]
  suggested: string
}

function Choice({ indices, suggested }: ChoiceProps) {
  const { state, busy, bind } = useForm(targetForm)
  const [name, choose] = useState('')
  return (
    <form className="stack" {...bind}>
      <Field label="Куда загрузить">
        {ties => (
          <Select {...ties} value={name} onChange={event => choose(event.target.value)}>
            <option value="">Новый источник</option>
            {indices.map(index => (
              <option key={index.name} value={index.name}>
                {index.title}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {name === '' ? (
        <TextField
          label="Имя индекса"
          hint="Строчные латинские буквы, цифры, дефис, подчёркивание"
          name="index_name"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={suggested}
          error={state.fields.index_name}
          disabled={busy}
        />
      ) : (
        <input type="hidden" name="index_name" value={name} />
      )}
      <p>
        <Button type="submit" kind="primary" busy={busy}>
          Дальше
        </Button>
      </p>
    </form>
  )
}
