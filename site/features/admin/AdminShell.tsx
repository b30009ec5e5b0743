import type { ReactNode } from 'react'
import { GUARD_TEXTS } from '#shared/labels/guard-texts.ts'
import { NAV_ADMIN } from '#shared/labels/nav.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { Shell } from '#site/layouts/Shell.tsx'
import { Confirm } from '#site/ui/dialog/Confirm.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconChevronLeft } from '#site/ui/icons/acts.ts'

/** The frame of a page of the administration: everybody but an administrator is told so instead. */
export const AdminShell = ({ children }: { children: ReactNode }) => (
  <Shell page="admin" role={ROLE_ADMIN} denial={GUARD_TEXTS.adminsOnly}>
    {children}
    <Confirm />
  </Shell>
)

/** The title of a section, under the way back to the overview. */
export const SectionTitle = ({ children }: { children: string }) => (
  <div>
    <a className="back" href={NAV_ADMIN.href}>
      <Icon of={IconChevronLeft} />
      {NAV_ADMIN.title}
    </a>
    <h1>{children}</h1>
  </div>
)
