import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { FormState, FormStore } from '#site/lib/form-store.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Dialog } from '#site/ui/dialog/Dialog.tsx'

interface FormDialogProps {
  title: string
  /** The word on the button that sends. */
  action: string
  form: FormStore
  onClose: () => void
  /** What is sent of what was typed; all of it where nothing is said. */
  valuesOf?: (typed: FormData) => Record<string, unknown>
  /** The fields, with the refusals given. */
  children: (refusals: FormState['fields']) => ReactNode
}

/** A form over the page: it closes when the server agreed, and says so; a refusal stays inside with what was typed. */
export function FormDialog({ title, action, form, onClose, valuesOf, children }: FormDialogProps) {
  const { step, text, fields } = useStore(form.$form)
  const body = useRef<HTMLDivElement>(null)
  const busy = step === 'submitting'

  useEffect(() => {
    form.prepare()
    return form.reset
  }, [form])
  useEffect(() => {
    if (step === 'failed') body.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [step])

  async function submit(typed: FormData) {
    if (busy || !(await form.submit(valuesOf ? valuesOf(typed) : Object.fromEntries(typed)))) return
    tell(form.$form.get().text)
    onClose()
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={submit}
      action={
        <Button type="submit" kind="primary" busy={busy}>
          {action}
        </Button>
      }
    >
      <div
        className="stack"
        ref={body}
        onInput={event => form.clearRefusal((event.target as HTMLInputElement).name)}
      >
        {children(fields)}
      </div>
      {step === 'failed' && text && <Banner tone="red">{text}</Banner>}
    </Dialog>
  )
}
