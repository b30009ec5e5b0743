import type { SourceColumn } from '#api/book/index-record.ts'
import type { SourceKind } from '#shared/labels/sources.ts'

/** A small source: columns, and rows whose first value is the record's own number. */
export interface KitSource {
  title: string
  kind: SourceKind
  columns: SourceColumn[]
  rows: string[][]
  /** False: nobody has declared where it comes from, so it must not answer. */
  declared?: false
}

const column = (label: string, kind: SourceColumn['kind']): SourceColumn => ({ label, kind })
const NUMBER = column('Номер записи', 'record_number')

/**
 * Made-up people (`docs/guides/data-protection.md` §3). Иванов Иван Иванович stands in four sources, Анна Сидорова
 * lives at his address, two Пётр Петров are namesakes born in different years, one row of `kit_phones` is there twice.
 */
export const KIT_SOURCES: Record<string, KitSource> = {
  kit_registry: {
    title: 'Проверочный реестр',
    kind: 'public_register',
    columns: [
      NUMBER,
      column('Фамилия', 'last_name'),
      column('Имя', 'first_name'),
      column('Отчество', 'middle_name'),
      column('Дата рождения', 'birth_date'),
      column('Телефон', 'phone'),
      column('Паспорт', 'passport'),
      column('СНИЛС', 'snils'),
      column('ИНН', 'inn'),
      column('Адрес', 'address')
    ],
    rows: [
      [
        '1',
        'Иванов',
        'Иван',
        'Иванович',
        '01.02.1980',
        '+7 973 204-17-40',
        '00 12 345678',
        '111-473-925 30',
        '001204175650',
        'г. Примерск, ул. Лесная, д. 5, кв. 12'
      ],
      [
        '2',
        'Сидорова',
        'Анна',
        'Павловна',
        '14.03.1985',
        '+7 974 318-60-22',
        '00 07 220415',
        '222-581-640 47',
        '003187026433',
        'г. Примерск, ул. Лесная, д. 5, кв. 12'
      ],
      [
        '3',
        'Петров',
        'Пётр',
        'Петрович',
        '30.11.1972',
        '+7 975 611-08-93',
        '',
        '333-908-154 74',
        '005091283313',
        'г. Образцов, пр. Мира, д. 1'
      ],
      [
        '4',
        'Петров',
        'Пётр',
        'Петрович',
        '09.06.1991',
        '',
        '00 15 901122',
        '444-170-652 66',
        '007704119559',
        'г. Образцов, ул. Садовая, д. 40'
      ]
    ]
  },
  kit_phones: {
    title: 'Проверочный справочник связи',
    kind: 'ordinary',
    columns: [NUMBER, column('Абонент', 'full_name'), column('Телефон', 'phone'), column('E-mail', 'email')],
    rows: [
      ['1', 'Иванов Иван Иванович', '79732041740', 'i.ivanov@example.com'],
      ['2', 'Сидорова Анна Павловна', '79743186022', 'anna@example.com'],
      ['3', 'Сидорова Анна Павловна', '79743186022', 'anna@example.com'],
      ['4', 'Кузнецов Олег', '79760057714', '']
    ]
  },
  kit_employers: {
    title: 'Проверочный список работодателей',
    kind: 'ordinary',
    columns: [
      NUMBER,
      column('ФИО', 'full_name'),
      column('Дата рождения', 'birth_date'),
      column('Место работы', 'workplace')
    ],
    rows: [
      ['1', 'ИВАНОВ ИВАН ИВАНОВИЧ', '1980-02-01', 'ООО «Примерные окна»'],
      ['2', 'Кузнецов О. А.', '', 'АО «Образцовый завод»']
    ]
  },
  kit_losses: {
    title: 'Проверочный список потерь',
    kind: 'casualty_list',
    columns: [NUMBER, column('ФИО', 'full_name'), column('Дата', 'date')],
    rows: [['1', 'Иванов Иван Иванович', '15.04.2026']]
  },
  kit_undeclared: {
    title: 'Источник без паспорта',
    kind: 'ordinary',
    declared: false,
    columns: [NUMBER, column('ФИО', 'full_name')],
    rows: [['1', 'Иванов Иван Иванович']]
  }
}
