import { type ReactNode, useEffect } from 'react'
import type { NavName } from '#shared/labels/nav.ts'
import type { Role } from '#shared/labels/roles.ts'
import { useSearchKeys } from '#site/lib/search-keys.ts'
import { checkSession, followSignOut, reloadWhenRestored } from '#site/lib/session-store.ts'
import { Toast } from '#site/ui/Toast.tsx'
import { Guard } from './Guard.tsx'
import { Header } from './Header.tsx'

interface ShellProps {
  /** The section that is current in the header. */
  page?: NavName
  /** Only this role sees the content. */
  role?: Role
  children: ReactNode
}

/**
 * The frame of every signed-in page: header, guard, content and the one toast. The content is mounted only for a
 * signed-in user of the right role; it reads the user from `$session`.
 */
export function Shell({ page, role, children }: ShellProps) {
  useEffect(() => {
    checkSession()
    return reloadWhenRestored()
  }, [])
  useEffect(followSignOut, [])
  useSearchKeys()

  return (
    <>
      <Header page={page} />
      <main id="main" className="page">
        <Guard role={role}>{children}</Guard>
      </main>
      <Toast />
    </>
  )
}
