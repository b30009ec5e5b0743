import { expect, test } from 'bun:test'
import type { HistoryAnswer } from '#shared/contracts/history.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp()

test('somebody else’s search is answered like one that never was, and stays', async () => {
  const [owner, other] = [await registerAndLogin(app), await registerAndLogin(app)]
  await owner.post('/api/search/perform', { query: 'Иванов Иван Иванович' })
  const shown = async () => (await owner.get<HistoryAnswer>('/api/search_history')).body.data
  const [row] = await shown()
  expect(row).toBeDefined()
  const forget = async (id: number) => {
    const { status, body } = await other.delete(`/api/search_history/${id}`)
    return { status, body: { ...body, request_id: '' } }
  }
  const foreign = await forget(row?.id ?? 0)
  expect(foreign).toEqual(await forget(2_000_000_000))
  expect(foreign.status).toBe(404)
  expect((await other.get<HistoryAnswer>('/api/search_history')).body.data).toEqual([])
  await other.delete('/api/search_history')
  expect(await shown()).toHaveLength(1)
})
