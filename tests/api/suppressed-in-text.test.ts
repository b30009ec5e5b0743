import { expect, test } from 'bun:test'
import type { SubjectValue } from '#shared/identity/records/subject.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { invalidateSourceCache, suppress } from '#tests/kit/suppress.ts'

const CASES: [remark: string, line: string, subject: SubjectValue][] = [
  [
    'доверенность выдана: Примеров Илья Андреевич, 14.03.1981',
    'Примеров Илья Андреевич',
    { kind: 'name_dob', value: 'примеров илья андреевич 1981-03-14' }
  ],
  [
    'серия 45 03 выдан ОВД г. Условска 02.07.2003, номер 123457',
    '45 03 123457',
    { kind: 'passport', value: '4503123457' }
  ],
  ['٨ ٩٧٣ ٢٠٤-١٧-٤٠ вечером', '8 973 204 17 40', { kind: 'phone', value: '9732041740' }],
  ['８９７３３１８６０２２ вечером', '89733186022', { kind: 'phone', value: '9733186022' }],
  [
    'писать primerov[at]example.com',
    'primerov@example.com',
    { kind: 'email', value: 'primerov@example.com' }
  ],
  [
    'писать obrazcov (at) example.com',
    'obrazcov@example.com',
    { kind: 'email', value: 'obrazcov@example.com' }
  ],
  [
    'писать testov собака example точка com',
    'testov@example.com',
    { kind: 'email', value: 'testov@example.com' }
  ]
]

let client: Person
const app = startedApp(async app => {
  await loadSource(app, 'remarks', {
    title: 'Заметки',
    kind: 'ordinary',
    columns: [
      { label: 'Номер', kind: 'record_number' },
      { label: 'Примечание', kind: 'other' }
    ],
    rows: CASES.map(([remark], at) => [`п${at}`, remark])
  })
  client = await signedInAs(app, ROLE_INFINITY)
})

const foundBy = async (query: string): Promise<number> =>
  (await client.post('/api/search/perform', { query })).body.results_count

test('a record that shows a suppressed identifier in its text is not found any more, however it is written', async () => {
  const words = CASES.map(([remark]) => remark.split(' ').slice(0, 2).join(' '))
  const before = await Promise.all(CASES.map(([, line]) => foundBy(line)))
  expect(before).toEqual(CASES.map(() => 1))
  await suppress(app, ...CASES.map(([, , subject]) => subject))
  invalidateSourceCache(app)
  expect(await Promise.all(CASES.map(([, line]) => foundBy(line)))).toEqual(CASES.map(() => 0))
  // By what else it says, too.
  expect(await Promise.all(words.map(foundBy))).toEqual(CASES.map(() => 0))
})
