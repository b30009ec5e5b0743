import { useRef, useState } from 'react'
import { SUPPRESSION_KINDS, suppressionKindLabel } from '#shared/labels/suppression-kinds.ts'
import { SUPPRESSION_REASONS } from '#shared/labels/suppressions.ts'
import { openDialog } from '#site/features/admin/parts/dialog-store.ts'
import { AskError, errorText } from '#site/lib/ask.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Check } from '#site/ui/form/Check.tsx'
import { Field } from '#site/ui/form/Field.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { checkValue, type Grounds, linkedTo, type Typed } from './exclusions-store.ts'

interface Outcome {
  tone?: 'red' | 'moss'
  text: string
}

/** A value is entered, after what is linked to it was shown, or looked for on the list. */
export function EntryForm() {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState<'add' | 'check' | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [refusals, setRefusals] = useState<Record<string, string>>({})

  async function attempt(
    what: 'add' | 'check',
    work: (typed: Typed, grounds: Grounds) => Promise<Outcome | null>
  ) {
    if (busy || !form.current) return
    const sent = Object.fromEntries(new FormData(form.current)) as Record<string, string>
    const { kind = '', value = '', reason = '', request = '', until = '', is_provisional } = sent
    setBusy(what)
    setRefusals({})
    setOutcome(null)
    try {
      const grounds = { reason, request, until: until || null, is_provisional: is_provisional !== undefined }
      setOutcome(await work({ kind, value }, grounds))
    } catch (error) {
      const fields = error instanceof AskError ? error.fields : {}
      if (Object.keys(fields).length > 0) setRefusals(fields)
      else setOutcome({ tone: 'red', text: errorText(error) })
    }
    setBusy(null)
  }

  const check = () =>
    attempt('check', async typed => {
      const { kind_label, suppressions } = await checkValue(typed)
      if (suppressions.length === 0) return { text: `${kind_label}: такого исключения нет.` }
      const entries = suppressions.map(({ token, reason, request }) => `${token}, ${request ?? reason}`)
      return { tone: 'moss', text: `${kind_label}: исключён. ${entries.join('; ')}.` }
    })

  const add = () =>
    attempt('add', async (typed, grounds) => {
      const linked = await linkedTo(typed)
      await openDialog(async () => {
        const { AddDialog } = await import('./AddDialog.tsx')
        return (
          <AddDialog typed={typed} grounds={grounds} linked={linked} onDone={() => form.current?.reset()} />
        )
      })
      return null
    })

  return (
    <Card title="Добавить или проверить">
      <form
        className="stack"
        ref={form}
        onSubmit={event => {
          event.preventDefault()
          add()
        }}
      >
        <div className="grid">
          <Field label="Что">
            {ties => (
              <Select {...ties} name="kind">
                <option value="">Определить по значению</option>
                {SUPPRESSION_KINDS.map(kind => (
                  <option key={kind} value={kind}>
                    {suppressionKindLabel(kind)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <TextField
            label="Значение"
            hint="Хранится только его ключ: показать значение потом нельзя"
            name="value"
            autoComplete="off"
            spellCheck={false}
            error={refusals.value ?? refusals.values}
          />
          <Field label="Причина" error={refusals.reason}>
            {ties => (
              <Select {...ties} name="reason">
                {Object.entries(SUPPRESSION_REASONS).map(([value, title]) => (
                  <option key={value} value={value}>
                    {title}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <TextField
            label="Номер обращения"
            hint="Необязательно"
            name="request"
            autoComplete="off"
            error={refusals.request}
          />
          <TextField
            label="Действует по"
            hint="Необязательно: без срока"
            name="until"
            type="date"
            error={refusals.until}
          />
        </div>
        <Check name="is_provisional">Временно, до решения</Check>
        <div className="row">
          <Button type="submit" kind="primary" busy={busy === 'add'}>
            Исключить
          </Button>
          <Button busy={busy === 'check'} onClick={check}>
            Проверить, есть ли
          </Button>
        </div>
        {outcome && <Banner {...(outcome.tone && { tone: outcome.tone })}>{outcome.text}</Banner>}
      </form>
    </Card>
  )
}
