/** The pages of the administration: a card each on its overview, in this order. */
export const ADMIN_SECTIONS = [
  { name: 'users', href: '/admin/users', title: 'Пользователи', note: 'Роли, баланс, пароли' },
  {
    name: 'payments',
    href: '/admin/payments',
    title: 'Управление платежами',
    note: 'Подтверждение, проверка и состояние сетей'
  },
  {
    name: 'settings',
    href: '/admin/settings',
    title: 'Настройки',
    note: 'Курс, бонус и исключённые IP'
  },
  {
    name: 'statistics',
    href: '/admin/statistics',
    title: 'Статистика',
    note: 'Скорость поиска по источникам'
  },
  {
    name: 'telegram',
    href: '/admin/telegram',
    title: 'Telegram',
    note: 'Аккаунты мессенджера'
  },
  {
    name: 'ip-exceptions',
    href: '/admin/ip-exceptions',
    title: 'Исключения IP',
    note: 'Адреса без проверки безопасности'
  },
  {
    name: 'indices',
    href: '/admin/indices',
    title: 'Индексы',
    note: 'Источники поиска и загрузка данных'
  },
  { name: 'news', href: '/admin/news', title: 'Новости', note: 'Лента на главной странице' }
] as const

type Section = (typeof ADMIN_SECTIONS)[number]
export type SectionName = Section['name']

/** The title of its page. */
export const sectionTitle = (name: SectionName): string =>
  ADMIN_SECTIONS.find(section => section.name === name)?.title ?? ''
