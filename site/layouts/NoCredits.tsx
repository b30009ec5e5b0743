import { useStore } from '@nanostores/react'
import type { User } from '#shared/contracts/auth.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { $session } from '#site/lib/session-store.ts'
import { Banner } from '#site/ui/Banner.tsx'

const NO_CREDITS_ID = 'no-credits'

/** Whether a search would be refused for want of credits. */
const hasNoCredits = ({ role, requests_count }: User): boolean =>
  role !== ROLE_INFINITY && requests_count === 0

/** The id of what says so, for the control that it concerns. */
export function useNoCredits(): string | undefined {
  const session = useStore($session)
  return session.step === 'in' && hasNoCredits(session.user) ? NO_CREDITS_ID : undefined
}

/** Says under a search line, before anything is sent, that no credits are left. */
export function NoCredits() {
  const session = useStore($session)
  if (session.step !== 'in' || !hasNoCredits(session.user)) return null
  return (
    <div id={NO_CREDITS_ID}>
      <Banner tone="ochre" isStill>
        Запросов не осталось: новый поиск не начнётся.{' '}
        {session.user.can_top_up ? 'Пополните баланс.' : 'Обратитесь к администратору.'}
      </Banner>
    </div>
  )
}
