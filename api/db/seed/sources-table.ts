import type { FieldKind } from '#shared/identity/records/types.ts'
import type { SourceKind } from '#shared/labels/sources.ts'

export interface SeedSource {
  key: string
  title: string
  kind: SourceKind
  /** ISO date of the data. */
  obtainedAt: string
  share: number
  columns: { label: string; kind: FieldKind }[]
}

const columns = (table: string): SeedSource['columns'] =>
  table
    .trim()
    .split('\n')
    .map(line => {
      const [label = '', kind = ''] = line.trim().split(' | ')
      return { label, kind: kind as FieldKind }
    })

export const SEED_SOURCES = [
  {
    key: 'demo_registry_07',
    title: 'Демо-реестр 07',
    kind: 'public_register',
    obtainedAt: '2026-02-14',
    share: 0.32,
    columns: columns(`
      Номер записи | record_number
      Фамилия | last_name
      Имя | first_name
      Отчество | middle_name
      Дата рождения | birth_date
      Телефон | phone
      Паспорт | passport
      СНИЛС | snils
      ИНН | inn
      Адрес | address`)
  },
  {
    key: 'demo_phones_03',
    title: 'Демо-справочник связи 03',
    kind: 'ordinary',
    obtainedAt: '2026-06-01',
    share: 0.4,
    columns: columns(`
      Абонент | full_name
      Дата рождения | birth_date
      Телефон | phone
      Оператор | other
      Регион | other
      Подключён | record_date`)
  },
  {
    key: 'demo_orgs_12',
    title: 'Демо-реестр организаций 12',
    kind: 'public_register',
    obtainedAt: '2026-09-01',
    share: 0.05,
    columns: columns(`
      Организация | organization
      ОГРН | ogrn
      ИНН организации | inn
      Руководитель | full_name
      ИНН руководителя | inn
      Должность | other
      Адрес | address
      Запись от | record_date`)
  },
  {
    key: 'demo_ads_05',
    title: 'Демо-объявления 05',
    kind: 'ordinary',
    obtainedAt: '2025-11-20',
    share: 0.14,
    columns: columns(`
      Продавец | full_name
      Телефон | phone
      E-mail | email
      Город | other
      Связь по адресу | address_link
      Опубликовано | record_date
      Объявление | other`)
  },
  {
    key: 'demo_losses_02',
    title: 'Демо-список потерь 02',
    kind: 'casualty_list',
    obtainedAt: '2026-04-12',
    share: 0.004,
    columns: columns(`
      ФИО | full_name
      Дата рождения | birth_date
      Регион | other
      Список | other
      Дата публикации | record_date`)
  },
  {
    key: 'demo_mail_04',
    title: 'Демо-почта 04',
    kind: 'ordinary',
    obtainedAt: '2026-03-10',
    share: 0.25,
    columns: columns(`
      E-mail | email
      Имя и фамилия | full_name
      Телефон | phone
      Дата регистрации | record_date`)
  },
  {
    key: 'demo_cars_09',
    title: 'Демо-автоучёт 09',
    kind: 'ordinary',
    obtainedAt: '2026-05-15',
    share: 0.8,
    columns: columns(`
      Владелец | full_name
      Дата рождения | birth_date
      VIN | vin
      Госномер | plate
      Модель | other
      Год выпуска | other
      Телефон | phone
      Адрес владельца | address`)
  },
  {
    key: 'demo_addresses_11',
    title: 'Демо-адресная книга 11',
    kind: 'ordinary',
    obtainedAt: '2024-08-30',
    share: 0.25,
    columns: columns(`
      Фамилия | last_name
      Имя | first_name
      Отчество | middle_name
      Год рождения | birth_date
      Адрес | address
      Домашний телефон | phone`)
  },
  {
    key: 'demo_staff_06',
    title: 'Демо-кадры 06',
    kind: 'ordinary',
    obtainedAt: '2026-09-20',
    share: 0.22,
    columns: columns(`
      Табельный номер | record_number
      ФИО | full_name
      Дата рождения | birth_date
      Место работы | workplace
      Должность | other
      ИНН | inn
      СНИЛС | snils
      E-mail | email`)
  },
  {
    key: 'demo_parcels_08',
    title: 'Демо-доставка 08',
    kind: 'ordinary',
    obtainedAt: '2026-07-07',
    share: 0.2,
    columns: columns(`
      Отправление | record_number
      Получатель | full_name
      Телефон получателя | phone
      Адрес доставки | address
      Доставлено | record_date`)
  },
  {
    key: 'demo_courts_10',
    title: 'Демо-картотека дел 10',
    kind: 'public_register',
    obtainedAt: '2026-01-31',
    share: 0.06,
    columns: columns(`
      Номер дела | record_number
      Участник | full_name
      Год рождения | birth_date
      Роль | other
      Дата заседания | record_date`)
  },
  {
    key: 'demo_cards_01',
    title: 'Демо-карты покупателя 01',
    kind: 'ordinary',
    obtainedAt: '2026-08-18',
    share: 0.24,
    columns: columns(`
      Номер карты | record_number
      Имя | first_name
      Фамилия | last_name
      Мобильный | phone
      Почта | email
      ДР | birth_date`)
  },
  {
    key: 'demo_tenants_13',
    title: 'Демо-жильцы 13',
    kind: 'ordinary',
    obtainedAt: '2025-12-05',
    share: 0.16,
    columns: columns(`
      Лицевой счёт | record_number
      Адрес | address
      Собственник | full_name
      Телефон | phone`)
  },
  {
    key: 'demo_travel_14',
    title: 'Демо-бронирования 14',
    kind: 'ordinary',
    obtainedAt: '2026-10-10',
    share: 0.1,
    columns: columns(`
      Пассажир | full_name
      Серия паспорта | passport_series
      Номер паспорта | passport_number
      Дата рождения | birth_date
      Направление | other
      Дата поездки | record_date`)
  }
] as const satisfies readonly SeedSource[]

export type SeedSourceKey = (typeof SEED_SOURCES)[number]['key']

export interface SeedRecord {
  source: SeedSourceKey
  /** `record_id` without the source key, stable for a seed. */
  rid: string
  /** In column order; '' for missing. */
  values: string[]
}
