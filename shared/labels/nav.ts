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

/** What was done and is kept, under «История»: links of the header where there is room, else of a bar below it. */
export const NAV_KEPT = [
  { name: 'history', href: '/history', title: 'История' },
  { name: 'lists', href: '/search/list', title: 'Списки' }
] as const
export type KeptName = (typeof NAV_KEPT)[number]['name']

/** The links of the avatar menu. */
export const NAV_PROFILE = { href: '/profile', title: 'Личный кабинет' } as const
export const NAV_WEBHOOKS = { href: '/profile/webhooks', title: 'Уведомления в вашу систему' } as const
export const NAV_SECURITY = { href: '/profile/security', title: 'Безопасность' } as const
export const NAV_API = { href: '/apidocs', title: 'API' } as const

export const TOP_UP_HREF = '/payment'

/** In the footer of every page. */
export const NAV_PRIVACY = { href: '/privacy', title: 'Персональные данные' } as const
