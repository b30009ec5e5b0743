/** Order of the pages and of the cards on the overview. */
export const ADMIN_SECTIONS = [
  { name: 'users', href: '/admin/users', title: 'Пользователи' },
  { name: 'payments', href: '/admin/payments', title: 'Управление платежами' },
  { name: 'settings', href: '/admin/settings', title: 'Настройки' },
  { name: 'statistics', href: '/admin/statistics', title: 'Статистика' },
  { name: 'telegram', href: '/admin/telegram', title: 'Telegram' },
  { name: 'ip-exceptions', href: '/admin/ip-exceptions', title: 'Исключения IP' },
  { name: 'indices', href: '/admin/indices', title: 'Индексы' },
  { name: 'news', href: '/admin/news', title: 'Новости' },
  { name: 'compliance', href: '/admin/compliance', title: 'Соответствие' },
  { name: 'audit', href: '/admin/audit', title: 'Журнал действий' }
] as const

type Section = (typeof ADMIN_SECTIONS)[number]
export type SectionName = Section['name']

export const sectionTitle = (name: SectionName): string =>
  ADMIN_SECTIONS.find(section => section.name === name)?.title ?? ''
