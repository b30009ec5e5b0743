import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { focusPage } from '#site/lib/focus-page.ts'
import { $session, checkSession } from '#site/lib/session-store.ts'
import { firstInput, useForm } from '#site/lib/use-form.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import type { AccountForm } from './account-form.ts'
import { destinationOf } from './destination.ts'
import { SecurityCheck } from './SecurityCheck.tsx'

interface AccountCardProps {
  store: AccountForm
  title: string
  subtitle?: string
  submit: string
  submitting: string
  /** Draws the fields; `off` while the form is sent. */
  children: (fields: { texts: Record<string, string>; off: boolean }) => ReactNode
}

/** The card of /login and /register. Who is signed in already goes on. */
export function AccountCard({ store, title, subtitle, submit, submitting, children }: AccountCardProps) {
  const { state, busy, bind } = useForm(store.form)
  const token = useStore(store.check.$token)
  const session = useStore($session)
  const signedIn = session.step === 'in'
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    checkSession()
    if (matchMedia('(pointer: fine)').matches && document.activeElement === document.body)
      firstInput(form.current)?.focus({ preventScroll: true })
    // A touch would bring up a keyboard that nobody asked for.
    focusPage()
  }, [])
  useEffect(() => {
    if (signedIn) location.replace(destinationOf(history.state))
  }, [signedIn])

  return (
    <form className="card stack" ref={form} {...bind}>
      <div>
        <h1>{title}</h1>
        {subtitle && <p className="small soft">{subtitle}</p>}
      </div>
      {children({ texts: state.fields, off: busy })}
      <SecurityCheck store={store.check} />
      {state.text && <Banner tone={state.step === 'done' ? 'moss' : 'red'}>{state.text}</Banner>}
      <Button type="submit" kind="primary" busy={busy} disabled={busy || !token}>
        {busy ? submitting : submit}
      </Button>
    </form>
  )
}
