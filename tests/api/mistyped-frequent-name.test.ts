import { expect, test } from 'bun:test'
import { registerAndLogin } from '#tests/kit/people.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const NAMESAKES = 2_000

const app = startedApp(async app => {
  const names = [
    ...Array(NAMESAKES).fill(['Семёнова', 'Алёна', '']),
    ...Array(NAMESAKES).fill(['Примерова', 'Алёна', 'Максимовна']),
    ['Семёнова', 'Алёна', 'Максимовна']
  ]
  await loadSource(app, 'kit_frequent', {
    title: 'Частое имя',
    kind: 'public_register',
    columns: columnsOf({ Номер: 'other', Фамилия: 'last_name', Имя: 'first_name', Отчество: 'middle_name' }),
    rows: names.map((name, at) => [`ЧИ-${at}`, ...name])
  })
})

test('a mistyped name finds who has its patronymic, among very many who share two of its words', async () => {
  const person = await registerAndLogin(app)
  const { body } = await person.post('/api/search/perform', { query: 'Семёновла Алёна Максимовна' })
  const records = Object.values(body.results_by_source).flat()
  expect(records).toContainEqual(expect.objectContaining({ Фамилия: 'Семёнова', Отчество: 'Максимовна' }))
})
