import { describe, expect, test } from 'bun:test'
import { mergeDuplicates } from '#shared/identity/people/duplicates.ts'
import type { Columns } from '#shared/identity/records/types.ts'

const COLUMNS: Columns = { '№': 'record_number', ФИО: 'full_name', Телефон: 'phone', Код: 'other' }
const row = (id: string, fields: Record<string, string>) => ({
  record_id: `demo:${id}`,
  source: 'demo',
  fields,
  columns: COLUMNS
})
const idsOf = (copies: { record_id: string }[]) => copies.map(({ record_id }) => record_id)

describe('mergeDuplicates', () => {
  test('merges rows that differ only in their own number', () => {
    const groups = mergeDuplicates([
      row('1', { '№': '1', ФИО: 'Примеров Илья', Телефон: '1' }),
      row('2', { '№': '2', ФИО: 'Примеров Илья', Телефон: '1' }),
      row('3', { '№': '3', ФИО: 'Примеров Илья', Телефон: '2' })
    ])
    expect(groups.map(idsOf)).toEqual([['demo:1', 'demo:2'], ['demo:3']])
  })

  test('merges rows that differ in letter case, spacing and empty cells', () => {
    const groups = mergeDuplicates([
      row('1', { ФИО: 'Примеров Илья', Телефон: '' }),
      row('2', { ФИО: ' ПРИМЕРОВ   ИЛЬЯ ' })
    ])
    expect(groups).toHaveLength(1)
  })

  test('does not merge rows by their phone alone, and merges rows without one', () => {
    const rows: Record<string, string>[] = [
      { ФИО: 'Примеров Илья', Телефон: '1' },
      { ФИО: 'Примеров Артём', Телефон: '1' },
      { ФИО: 'Примеров Артём' },
      { ФИО: 'ПРИМЕРОВ АРТЁМ', Телефон: ' ' }
    ]
    const groups = mergeDuplicates(rows.map((fields, at) => row(String(at), fields)))
    expect(groups.map(idsOf)).toEqual([['demo:0'], ['demo:1'], ['demo:2', 'demo:3']])
  })

  test('knows the own number in an unmapped column by the id of the row', () => {
    expect(
      mergeDuplicates([row('A1', { Код: 'A1', ФИО: 'П' }), row('A2', { Код: 'A2', ФИО: 'П' })])
    ).toHaveLength(1)
    expect(
      mergeDuplicates([row('1', { Код: 'x', ФИО: 'П' }), row('2', { Код: 'y', ФИО: 'П' })])
    ).toHaveLength(2)
  })

  test('does not take a phone for a number of the row though the id repeats it', () => {
    expect(mergeDuplicates([row('111', { Телефон: '111' }), row('222', { Телефон: '222' })])).toHaveLength(2)
  })

  test('keeps rows of different sources and the same value under another label apart', () => {
    const other = { record_id: 'other:1', source: 'other', fields: { ФИО: 'П' }, columns: COLUMNS }
    expect(mergeDuplicates([row('1', { ФИО: 'П' }), other])).toHaveLength(2)
    expect(mergeDuplicates([row('1', { ФИО: 'П' }), row('2', { Код: 'П' })])).toHaveLength(2)
  })

  test('counts a record given twice once', () => {
    const groups = mergeDuplicates([row('1', { ФИО: 'П' }), row('1', { ФИО: 'П' })])
    expect(groups.map(idsOf)).toEqual([['demo:1']])
  })
})
