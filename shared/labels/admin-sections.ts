/** The pages of the administration: a card each on its overview, in this order. */
export const ADMIN_SECTIONS = [
  {
    name: 'payments',
    href: '/admin/payments',
    title: 'Управление платежами',
    note: 'Подтверждение, проверка и состояние сетей'
  },
  {
    name: 'indices',
    href: '/admin/indices',
    title: 'Индексы',
    note: 'Источники поиска и загрузка данных'
  }
] as const

type Section = (typeof ADMIN_SECTIONS)[number]
export type SectionName = Section['name']

/** The title of its page. */
export const sectionTitle = (name: SectionName): string =>
  ADMIN_SECTIONS.find(section => section.name === name)?.title ?? ''
