import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { NAV_ADMIN } from '#shared/labels/nav.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { Shell } from '#site/layouts/Shell.tsx'
import { Confirm } from '#site/ui/dialog/Confirm.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconChevronLeft } from '#site/ui/icons/acts.ts'
import { $dialog } from './parts/dialog-store.ts'

/** The frame of a page of the administration: everybody but an administrator is told so instead, in the guard's words or `denial`. */
export const AdminShell = ({ denial, children }: { denial?: string; children: ReactNode }) => (
  <Shell page="admin" role={ROLE_ADMIN} denial={denial}>
    {children}
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
