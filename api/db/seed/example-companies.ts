import { completeInn, completeOgrn } from './identifiers.ts'
import type { SeedRecord, SeedSourceKey } from './sources-table.ts'

/** One with its own director, and one that only sounds alike. */
export const EXAMPLE_COMPANY = {
  name: 'ООО «ВЕКТОР-7»',
  inn: completeInn('001204777'),
  ogrn: completeOgrn('120000020477'),
  director: 'Образцов Глеб Ильич'
} as const

export const record = (source: SeedSourceKey, rid: string, ...values: string[]): SeedRecord => ({
  source,
  rid,
  values
})

export const COMPANY_RECORDS: readonly SeedRecord[] = [
  record(
    'demo_orgs_12',
    'primer-3',
    EXAMPLE_COMPANY.name,
    EXAMPLE_COMPANY.ogrn,
    EXAMPLE_COMPANY.inn,
    EXAMPLE_COMPANY.director.toUpperCase(),
    completeInn('0012047771'),
    'генеральный директор',
    'г. Примерск, ул. Эталонная, д. 7',
    '02.09.2020'
  ),
  record(
    'demo_orgs_12',
    'primer-4',
    'Общество с ограниченной ответственностью «Вектор-7»',
    EXAMPLE_COMPANY.ogrn,
    EXAMPLE_COMPANY.inn,
    '',
    '',
    '',
    'г. Примерск, ул. Эталонная, д. 7',
    '14.03.2024'
  ),
  record(
    'demo_orgs_12',
    'primer-5',
    'ООО «ВЕКТОР-77»',
    completeOgrn('120000020478'),
    completeInn('001204778'),
    '',
    '',
    '',
    'г. Примерск, ул. Эталонная, д. 7',
    '21.11.2022'
  )
]
