import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NO_MAP } from '#api/features/imports/columns/mapping.ts'
import { openTable } from '#api/features/imports/files/reader.ts'
import { importTable } from '#api/features/imports/service.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { testCluster } from './cluster.ts'
import { KIT_PASSPORT } from './file-imports.ts'
import type { TestApp } from './start-app.ts'

export const UNUSUAL_SOURCE = 'unusual_csv'

/**
 * A file as people really have them: headers that nobody maps, cells with remarks, two values in one cell, numbers that
 * a spreadsheet has spoilt. Beside each column what its cells hold, for the ways in which they can be written.
 */
const COLUMNS: [header: string, holds: FieldKind][] = [
  ['Код строки', 'record_number'],
  ['Кто', 'other'],
  ['Клиент', 'full_name'],
  ['Связь', 'phone'],
  ['Телефон', 'phone'],
  ['Ящик', 'email'],
  ['Документ личности', 'passport'],
  ['Пенсионный', 'snils'],
  ['Код плательщика', 'inn'],
  ['Рама', 'vin'],
  ['Колёса', 'plate'],
  ['Примечание', 'other']
]

const ROWS = [
  [
    'Ж-77001',
    'постоянный',
    'Тестов Пётр, 1996',
    '+7 973 204-55-01',
    '8 (973) 204-55-02 (мама)',
    'p.testov@example.com',
    '00 05 204551',
    '204-778-153 01',
    '001204175501',
    '0DMTA4B26KP204551',
    'А551ВС00',
    'звонить после шести'
  ],
  [
    'Ж-77002',
    'разовый',
    'Тестова Анна (тел. 8 973 204-55-03)',
    '89732045504',
    '79732045505.0',
    'A.TESTOVA@EXAMPLE.COM (личная)',
    '0006204552',
    '20477915302',
    '0012045502',
    '0dmta4b26kp204552',
    'a552bc00',
    'ИНН 001204175502, СНИЛС 204-779-154 03'
  ],
  [
    'Ж-77003',
    'разовый',
    'Тестов Глеб Ильич 14.03.1986 г.р.',
    '9732045506',
    '8-973-204-55-07; +7 974 204 55 08',
    'почта: g.testov@example.com',
    '0007 № 204553',
    '204 780 153 04',
    '00 12 041755 03',
    'VIN 0DMTA4B26KP204553',
    'А 553 ВС 00',
    'паспорт 00 08 204554 недействителен'
  ],
  [
    'Ж-77004',
    'нет',
    'Тестова Ева 89732045509',
    '973-204-55-1',
    '97320455',
    'нет почты',
    'утерян',
    '204-781-15',
    '00120417',
    'на кузове 204555',
    'б/н транзит',
    'g.other@example.com'
  ]
]

/** Imports the file as the command does. Answers what each of its columns holds, by header. */
export async function importUnusualCsv(app: TestApp): Promise<Map<string, FieldKind>> {
  const { dataDir } = await testCluster()
  const { book, secrets } = app.context
  const folder = mkdtempSync(join(dataDir, 'unusual-'))
  const file = join(folder, 'unusual.csv')
  const lines = [COLUMNS.map(([header]) => header), ...ROWS]
  writeFileSync(file, lines.map(cells => cells.map(cell => `"${cell}"`).join(';')).join('\n'))
  const result = await importTable(
    {
      sourceKey: UNUSUAL_SOURCE,
      file,
      table: await openTable(file, {}),
      passport: { ...KIT_PASSPORT, title: 'Необычный список' },
      rules: { map: NO_MAP, id: 'Код строки' },
      settings: ''
    },
    { owner: app.database.owner, book, secrets, dataDir: folder, onProgress() {} }
  )
  if (result.stored !== ROWS.length) throw new Error(`${result.stored} of ${ROWS.length} rows stored`)
  return new Map(COLUMNS)
}
