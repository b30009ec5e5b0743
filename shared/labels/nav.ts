import { ROLE_ADMIN, type Role } from './roles.ts'

/** The pages that there are: a link to another one is not shown. Held against `site/pages` by a test. */
const PAGES = [
  '/',
  '/login',
  '/register',
  '/dashboard',
  '/search',
  '/search/compare',
  '/search/report',
  '/history',
  '/profile',
  '/apidocs',
  '/payment',
  '/admin',
  '/admin/payments'
]

export const isPage = (href: string): boolean => PAGES.includes(href)

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
export const NAV: readonly NavLink[] = (
  [
    { name: 'dashboard', href: '/dashboard', title: 'Главная' },
    { name: 'search', href: '/search', title: 'Поиск людей' },
    { name: 'history', href: '/history', title: 'История' },
    { name: 'admin', ...NAV_ADMIN, role: ROLE_ADMIN }
  ] satisfies NavLink[]
).filter(({ href }) => isPage(href))

/** The links of the avatar menu. */
export const NAV_PROFILE = { href: '/profile', title: 'Личный кабинет' } as const
export const NAV_API = { href: '/apidocs', title: 'API' } as const

/** Undefined where there is no page to top up on. */
export const TOP_UP_HREF = isPage('/payment') ? '/payment' : undefined

/** The pages of the administration: a card each on its overview. */
export const ADMIN_SECTIONS = [
  {
    name: 'payments',
    href: '/admin/payments',
    title: 'Управление платежами',
    note: 'Подтверждение, проверка и состояние сетей'
  }
] as const
