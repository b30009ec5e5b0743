import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { PRODUCT_NAME } from '#shared/constants.ts'
import { NAV_SECURITY } from '#shared/labels/nav.ts'
import type { Role } from '#shared/labels/roles.ts'
import { GUARD_TEXTS } from '#shared/texts/guard.ts'
import { focusHeading } from '#site/lib/keep-focus.ts'
import { $session } from '#site/lib/session-store.ts'
import { Empty } from '#site/ui/Empty.tsx'
import { IconLock } from '#site/ui/icons/states.ts'
import { Wait } from '#site/ui/Spinner.tsx'

/** Where an administrator goes first who still has to set up a second factor. */
const SET_UP = NAV_SECURITY.href

interface GuardProps {
  role?: Role
  /** Why others may not see the page. */
  denial?: string | undefined
  children: ReactNode
}

/** Shows its children to a signed-in user of the role (exact equality); sends anybody else to /login. */
export function Guard({ role, denial = GUARD_TEXTS.noRights, children }: GuardProps) {
  const session = useStore($session)
  const wasIn = useRef(false)
  useEffect(() => {
    // Whoever signs in after somebody has left is not led to the search of that one.
    if (wasIn.current && session.step !== 'in') history.replaceState(null, '', location.pathname)
    wasIn.current = session.step === 'in'
    // In place of this page; the login learns from the browser where from.
    if (session.step === 'out') location.replace('/login')
    // The check has gone, and with it the place on the page.
    if (session.step === 'in' && document.activeElement === document.body) focusHeading([document.body], true)
  }, [session.step])
  const mustSetFactor =
    session.step === 'in' && session.user.must_set_factor === true && location.pathname !== SET_UP
  useEffect(() => {
    if (mustSetFactor) location.replace(SET_UP)
  }, [mustSetFactor])

  if (session.step !== 'in' || mustSetFactor) {
    return (
      <>
        <h1 className="sr">{PRODUCT_NAME}</h1>
        <Wait>{GUARD_TEXTS.checking}</Wait>
      </>
    )
  }
  if (role && session.user.role !== role)
    return <Denied required={role} actual={session.user.role} text={denial} />
  return children
}

const Denied = ({ required, actual, text }: { required: Role; actual: Role; text: string }) => (
  <Empty icon={IconLock} title={GUARD_TEXTS.denied} as="h1">
    <p>{text}</p>
    <p className="small">
      Требуется роль: {required}, ваша роль: {actual}
    </p>
  </Empty>
)
