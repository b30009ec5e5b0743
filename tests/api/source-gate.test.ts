import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startAdministered } from '#tests/kit/administered-app.ts'
import type { Person } from '#tests/kit/people.ts'
import type { TestApp } from '#tests/kit/start-app.ts'

const INDICES = '/api/auth/admin/es_indices'

describe.each([
  ['enforce', 200, undefined],
  ['strict', 400, 'PASSPORT_INCOMPLETE']
])('under SOURCE_GATE=%s', (gate, status, code) => {
  let app: TestApp
  let admin: Person
  beforeAll(async () => {
    ;({ app, admin } = await startAdministered({ SOURCE_GATE: gate }))
  })
  afterAll(() => app.stop())

  test('an index without a passport in force is switched on, and answers nothing, or is refused', async () => {
    await admin.post(INDICES, { index_name: 'bare' })
    await admin.post(`${INDICES}/bare/disable`)
    const enabled = await admin.post(`${INDICES}/bare/enable`)
    expect({ status: enabled.status, code: enabled.body.code }).toEqual({ status, code })
    const [state] = (await admin.get(INDICES)).body.details
    expect(state).toMatchObject({ status: gate === 'strict' ? 'disabled' : 'active', answers: false })
    expect((await admin.post(`${INDICES}/absent/enable`)).body.code).toBe('NOT_FOUND')
  })
})
