/** The pages of the administration: a card each on its overview. */
export const ADMIN_SECTIONS = [
  {
    name: 'payments',
    href: '/admin/payments',
    title: 'Управление платежами',
    note: 'Подтверждение, проверка и состояние сетей'
  }
] as const
