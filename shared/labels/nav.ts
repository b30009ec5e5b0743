import { ROLE_ADMIN, type Role } from './roles.ts'

export type NavName = 'dashboard' | 'search' | 'history' | 'admin'

interface NavLink {
  name: NavName
  href: string
  title: string
  role?: Role
}

export const NAV_ADMIN = { href: '/admin', title: 'Админка' } as const

export const NAV: readonly NavLink[] = [
  { name: 'dashboard', href: '/dashboard', title: 'Главная' },
  { name: 'search', href: '/search', title: 'Поиск людей' },
  { name: 'history', href: '/history', title: 'История' },
  { name: 'admin', ...NAV_ADMIN, role: ROLE_ADMIN }
]

/** Under «История»: in the header when there is room, else in a bar below. */
export const NAV_HISTORY_LINKS = [
  { name: 'history', href: '/history', title: 'История' },
  { name: 'lists', href: '/search/list', title: 'Списки' }
] as const
export type HistoryLinkName = (typeof NAV_HISTORY_LINKS)[number]['name']

export const NAV_PROFILE = { href: '/profile', title: 'Личный кабинет' } as const
export const NAV_WEBHOOKS = { href: '/profile/webhooks', title: 'Уведомления в вашу систему' } as const
export const NAV_SECURITY = { href: '/profile/security', title: 'Безопасность' } as const
export const NAV_API = { href: '/apidocs', title: 'API' } as const

export const TOP_UP_HREF = '/payment'

export const NAV_PRIVACY = { href: '/privacy', title: 'Персональные данные' } as const
