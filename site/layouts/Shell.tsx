import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import type { HistoryLinkName, NavName } from '#shared/labels/nav.ts'
import type { Role } from '#shared/labels/roles.ts'
import { setLoginPrompt } from '#site/lib/ask.ts'
import { followBalance } from '#site/lib/follow-balance.ts'
import { keepFocus } from '#site/lib/keep-focus.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { $loginAgain } from '#site/lib/login-again.ts'
import { useSearchKeys } from '#site/lib/search-keys.ts'
import { checkSession, followSignOut, reloadWhenRestored } from '#site/lib/session-store.ts'
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx'
import { Toast } from '#site/ui/Toast.tsx'
import { Guard } from './Guard.tsx'
import { Header } from './Header.tsx'

interface ShellProps {
  /** The section that is current in the header. */
  page?: NavName
  /** The page of something kept, where it is one: then the header has a bar of them. */
  keptPage?: HistoryLinkName
  /** Only this role sees the content. */
  role?: Role
  /** What everybody else is told. */
  denial?: string | undefined
  children: ReactNode
}

/** The login over the page is loaded when a session ends in use. */
const promptLogin = async () =>
  (await loadCode(() => import('#site/features/session/login-prompt.ts'))).promptLogin()

function LoginAgain() {
  const Login = useStore($loginAgain)
  return Login && <Login />
}

/**
 * The frame of every signed-in page: header, guard, content and the one toast. The content is mounted only for a
 * signed-in user of the right role; it reads the user from `$session`.
 */
export function Shell({ page, keptPage, role, denial, children }: ShellProps) {
  useEffect(() => {
    checkSession()
    return reloadWhenRestored()
  }, [])
  useEffect(followSignOut, [])
  useEffect(followBalance, [])
  useEffect(keepFocus, [])
  useEffect(() => setLoginPrompt(promptLogin), [])
  useSearchKeys()

  return (
    <>
      <Header page={page} keptPage={keptPage} />
      <main id="main" className="page" tabIndex={-1}>
        <ErrorBoundary>
          <Guard role={role} denial={denial}>
            {children}
          </Guard>
        </ErrorBoundary>
      </main>
      <LoginAgain />
      <Toast />
    </>
  )
}
