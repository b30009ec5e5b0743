import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { SectionName } from '#shared/labels/admin-sections.ts'
import { NAV_ADMIN } from '#shared/labels/nav.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { Shell } from '#site/layouts/Shell.tsx'
import { Confirm } from '#site/ui/dialog/Confirm.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconChevronLeft } from '#site/ui/icons/acts.ts'
import { AdminNav } from './AdminNav.tsx'
import { $dialog } from './parts/dialog-store.ts'

interface AdminShellProps {
  /** That the page belongs to; none on the overview. */
  section?: SectionName
  denial?: string
  children: ReactNode
}

/** The frame of a page of the administration: everybody but an administrator is told so instead, in the guard's words or `denial`. */
export const AdminShell = ({ section, denial, children }: AdminShellProps) => (
  <Shell page="admin" role={ROLE_ADMIN} denial={denial}>
    <div className="aside">
      <AdminNav section={section} />
      {children}
    </div>
    <Confirm />
    {useStore($dialog)}
  </Shell>
)

interface SectionTitleProps {
  children: ReactNode
  /** The way back, where it is not the overview. */
  back?: { href: string; title: string }
  /** Buttons of the whole page, at the end of the line. */
  acts?: ReactNode
}

/** The title of a page, under the way back to where it is chosen. */
export const SectionTitle = ({ children, back = NAV_ADMIN, acts }: SectionTitleProps) => (
  <div>
    <a className="back" href={back.href}>
      <Icon of={IconChevronLeft} />
      {back.title}
    </a>
    <div className="row apart">
      <h1>{children}</h1>
      {acts}
    </div>
  </div>
)
