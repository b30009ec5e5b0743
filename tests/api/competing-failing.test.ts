import { expect, test } from 'bun:test'
import type { Lookup } from '#api/engines/contract.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { openMemoryRecords } from '#tests/kit/memory-engine.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { type OpenRecords, startApp } from '#tests/kit/start-app.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { invalidateSourceCache } from '#tests/kit/suppress.ts'
import { perform } from './card-indexes.ts'

const PHONE = '+79731110001'

/** Nothing but the look-up of competing asks for a phone and a name that the line has not. */
const isForCompeting = ({ steps }: Lookup) => steps.some(({ keys }) => keys[0]?.startsWith('phone:'))

const withoutCompeting: OpenRecords = (...parts) => {
  const { engine, ...others } = openMemoryRecords(...parts)
  const look: typeof engine.look = async (lookups, ...rest) =>
    lookups.some(isForCompeting)
      ? { answers: [], failed: new Set(['clients']), tookUs: new Map() }
      : await engine.look(lookups, ...rest)
  return { ...others, engine: { ...engine, look } }
}

const app = startedApp(
  async app => {
    await loadSource(app, 'clients', {
      title: 'Клиенты',
      kind: 'ordinary',
      columns: columnsOf({ 'Номер записи': 'record_number', ФИО: 'full_name', Телефон: 'phone' }),
      rows: [
        ['1', 'Отцов Степан Сергеевич', PHONE],
        ['2', 'Отцов С.С.', PHONE]
      ]
    })
    invalidateSourceCache(app)
  },
  () => startApp({}, withoutCompeting)
)

test('a source that does not tell whether somebody else fits has failed, and nothing is charged', async () => {
  const client = await registerAndLogin(app)
  const answer = await perform(client, 'Отцов Степан Сергеевич')
  expect(answer).toMatchObject({ failed_sources: ['clients'], charged: 0, headline: { code: 'partial' } })
  expect(await booksIn(app, client)).toMatchObject({ charges: 0 })
})
