import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Webhook } from '#shared/contracts/profile.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/labels/webhooks.ts'
import { WEBHOOK_TEXTS } from '#shared/texts/webhooks.ts'
import type { FormStore } from '#site/lib/form-store.ts'
import { $session } from '#site/lib/session-store.ts'
import { useForm } from '#site/lib/use-form.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Check } from '#site/ui/form/Check.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'

interface WebhookFormProps {
  store: FormStore
  /** What stands in it; a new address without it. */
  webhook?: Webhook
  action: string
  /** Between the fields and the buttons. */
  children?: ReactNode
  /** Beside the button that saves. */
  acts?: ReactNode
}

const EVENTS = Object.entries(WEBHOOK_EVENTS) as [WebhookEvent, string][]

/** Where to and of what. */
export function WebhookForm({ store, webhook, action, children, acts }: WebhookFormProps) {
  const { state, busy, bind } = useForm(store)
  const session = useStore($session)
  const isAdmin = session.step === 'in' && session.user.role === ROLE_ADMIN
  const shown = EVENTS.filter(
    ([event]) => isAdmin || event !== 'import.done' || webhook?.events.includes(event)
  )
  return (
    // The saved values become the new defaults, so that the form's reset shows them.
    <form className="stack" key={`${webhook?.url} ${webhook?.events}`} {...bind}>
      <TextField
        label="Адрес"
        hint={WEBHOOK_TEXTS.addressHint}
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        defaultValue={webhook?.url ?? ''}
        error={state.fields.url}
        disabled={busy}
      />
      <fieldset className="field" disabled={busy}>
        <legend>О чём сообщать</legend>
        <div className="stack tight">
          {shown.map(([event, label]) => (
            <Check key={event} name={event} defaultChecked={webhook?.events.includes(event) ?? false}>
              {label}
            </Check>
          ))}
        </div>
        {state.fields.events && (
          <p className="error" role="alert">
            {state.fields.events}
          </p>
        )}
      </fieldset>
      {children}
      {state.text && <Banner tone={state.step === 'done' ? 'moss' : 'red'}>{state.text}</Banner>}
      <p className="row">
        <Button type="submit" kind="primary" busy={busy}>
          {action}
        </Button>
        {acts}
      </p>
    </form>
  )
}
