import type { SectionName } from './admin-sections.ts'

/** Kept apart from the titles, which every page carries. */
export const SECTION_NOTES: Record<SectionName, string> = {
  users: 'Роли, баланс, пароли',
  payments: 'Подтверждение, проверка и состояние сетей',
  settings: 'Курс, бонус и исключённые IP',
  statistics: 'Скорость поиска по источникам',
  telegram: 'Аккаунты мессенджера',
  'ip-exceptions': 'Адреса без проверки безопасности',
  indices: 'Источники поиска и загрузка данных',
  news: 'Лента на главной странице',
  compliance: 'Исключённые люди и целость журнала',
  audit: 'Кто, что и когда сделал'
}
