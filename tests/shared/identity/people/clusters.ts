import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { kindOfHeader } from '#shared/identity/records/headers.ts'
import type { Columns } from '#shared/identity/records/types.ts'

/**
 * A situation of the table. The letter of a row says whose it is: rows of one letter must end in one card, rows of two
 * letters never. `?` marks a row that nobody could attribute and that must stay alone; `*` one that may join anybody but
 * must not bring two letters together.
 */
export interface Situation {
  title: string
  rows: [letter: string, source: string, fields: RowFields][]
}

/** Russian labels as columns of a source would have them; numbers stand for synthetic identifiers. */
export interface RowFields {
  ФИО?: string
  Фамилия?: string
  Имя?: string
  Отчество?: string
  ДР?: string
  Пол?: string
  Адрес?: string
  Госномер?: string
  Место_работы?: string
  phone?: number
  email?: string
  snils?: number
  inn?: number
  passport?: number
}

const SNILS_WEIGHTS = [9, 8, 7, 6, 5, 4, 3, 2, 1]
const weighted = (digits: string, weights: number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0)

/** Valid SNILS with a digit three times running: nobody has one. */
export const snils = (seed: number): string => {
  const body = `20477${String(7000 + seed).slice(-4)}`.replace(/^(.{3}).../, '$1777')
  return body + String((weighted(body, SNILS_WEIGHTS) % 101) % 100).padStart(2, '0')
}

/** Valid INN-12 of region 00. */
export const inn = (seed: number): string => {
  const body = `0012${String(100_000 + seed)}`
  const first = (weighted(body, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10
  const second = (weighted(body + first, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10
  return `${body}${first}${second}`
}

/** Passport of region 00. */
export const passport = (seed: number): string => `00 04 ${String(204_000 + seed)}`

/** A number of the unassigned mobile code 973. */
export const phone = (seed: number): string =>
  `+7 973 ${String(2_041_000 + seed).replace(/(\d{3})(\d{2})(\d{2})/, '$1-$2-$3')}`

const fieldsOf = ({
  phone: tel,
  email,
  snils: pension,
  inn: tax,
  passport: document,
  ...rest
}: RowFields): Record<string, string> => {
  const fields: Record<string, string> = {}
  for (const [label, value] of Object.entries(rest)) if (value) fields[label.replace('_', ' ')] = value
  if (tel !== undefined) fields.Телефон = phone(tel)
  if (email) fields['E-mail'] = `${email}@example.com`
  if (pension !== undefined) fields.СНИЛС = snils(pension)
  if (tax !== undefined) fields.ИНН = inn(tax)
  if (document !== undefined) fields.Паспорт = passport(document)
  return fields
}

/** A record as it comes out of a source, judged by nothing yet. */
export const record = (
  id: string,
  source: string,
  values: RowFields | Record<string, string>
): MatchedRecord => {
  const fields = fieldsOf(values as RowFields)
  const columns: Columns = Object.fromEntries(
    Object.keys(fields).map(label => [label, kindOfHeader(label) ?? 'other'])
  )
  const match = {
    exact: 0.8,
    score: 0.8,
    why: [],
    reasons: [],
    band: 'full' as const,
    reading: 'full_name' as const,
    confirmed: false,
    contradicted: false,
    otherName: false,
    byIdentifier: false,
    agreeingFacts: 0,
    isConnected: false
  }
  return {
    record_id: `${source}:${id}`,
    source,
    asOf: '2026-02-01',
    columns,
    fields,
    attributes: readAttributes(fields, columns),
    match
  }
}
