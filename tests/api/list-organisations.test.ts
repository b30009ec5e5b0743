import { expect, test } from 'bun:test'
import { EXAMPLE_COMPANY } from '#api/db/seed/example-companies.ts'
import { EXAMPLE_PERSON } from '#api/db/seed/example-family.ts'
import { draftOf, rowsOf, runToEnd } from '#tests/kit/lists.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const { name, inn, ogrn } = EXAMPLE_COMPANY

const app = startedApp(async app => {
  await loadSource(app, 'kit_orgs', {
    title: 'Проверочный реестр организаций',
    kind: 'public_register',
    columns: columnsOf({
      'Номер записи': 'record_number',
      Организация: 'organization',
      ОГРН: 'ogrn',
      'ИНН организации': 'organization_inn',
      Руководитель: 'full_name',
      'ИНН руководителя': 'inn'
    }),
    rows: [['1', name, ogrn, inn, EXAMPLE_PERSON.name, EXAMPLE_PERSON.inn]]
  })
})

test('an organisation is confirmed by its own number, not by that of its head', async () => {
  const client = await registerAndLogin(app)
  const { body } = await client.post('/api/search/perform', { query: `${name} ИНН ${inn}` })
  const [organisation] = body.persons
  const row = organisation.summary.find(({ field }: { field: string }) => field === 'ИНН')
  expect(row).toMatchObject({
    value: inn,
    evidence: [{ record_id: 'kit_orgs:1', text: inn, state: 'confirms' }]
  })
})

test('an organisation whose one record names its head is shown, exported and withdrawn as anybody is', async () => {
  const client = await registerAndLogin(app)
  const lines = [`${name} ИНН ${inn}`, `ОГРН ${ogrn}`, name]
  const { id } = await draftOf(client, lines)
  await client.post(`/api/lists/${id}/start`, {})
  await runToEnd(app, client, id)
  for (const { best, people } of await rowsOf(client, id)) {
    expect(people).toBeGreaterThan(0)
    expect(best).toMatchObject({
      name,
      withheld: null,
      source_keys: ['kit_orgs'],
      record_ids: ['kit_orgs:1']
    })
    expect(best?.score).not.toBeNull()
    expect(best?.reasons).not.toEqual([])
  }
  const csv: string = (await client.get(`/api/lists/${id}/export?format=csv`)).body
  expect(csv.split('kit_orgs:1')).toHaveLength(lines.length + 1)

  const { owner } = app.database
  await owner`UPDATE source SET status = 'disabled' WHERE key = 'kit_orgs'`
  app.context.sources.forget()
  try {
    const outcomes = (await rowsOf(client, id)).map(({ outcome, best }) => [outcome, best])
    expect(outcomes).toEqual(lines.map(() => ['withdrawn', null]))
  } finally {
    await owner`UPDATE source SET status = 'active' WHERE key = 'kit_orgs'`
    app.context.sources.forget()
  }
})
