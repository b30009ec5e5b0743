import { ROLE_ADMIN, type Role } from './roles.ts'

export type NavName = 'dashboard' | 'search' | 'history' | 'admin'

interface NavLink {
  name: NavName
  href: string
  title: string
  /** Shown to this role only. */
  role?: Role
}

export const NAV_ADMIN = { href: '/admin', title: 'Админка' } as const

/** The sections in the header, in their order. */
export const NAV: readonly NavLink[] = [
  { name: 'dashboard', href: '/dashboard', title: 'Главная' },
  { name: 'search', href: '/search', title: 'Поиск людей' },
  { name: 'history', href: '/history', title: 'История' },
  { name: 'admin', ...NAV_ADMIN, role: ROLE_ADMIN }
]

/** The links of the avatar menu. */
export const NAV_PROFILE = { href: '/profile', title: 'Личный кабинет' } as const
export const NAV_API = { href: '/apidocs', title: 'API' } as const

/** Whether /search/list is there: until then nothing leads to it. */
export const HAS_LIST_CHECK: boolean = false

export const TOP_UP_HREF = '/payment'
