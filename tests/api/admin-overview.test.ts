import { expect, test } from 'bun:test'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { signedInAs } from '#tests/kit/people.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp } from '#tests/kit/start-app.ts'

test('the cards have live figures', async () => {
  const app = await startApp()
  try {
    await loadPeople(app)
    const admin = await signedInAs(app, ROLE_ADMIN)
    const overview = async () => (await admin.get('/api/auth/admin/overview')).body
    const first = await overview()
    expect(first).toMatchObject({
      users: 1,
      pending_payments: 0,
      rate: 100,
      total_queries: 0,
      ip_exceptions: 1,
      news: 0,
      recent_acts: expect.any(Number),
      suppressions: 0,
      audit: null
    })
    expect([first.indices, first.disabled_indices, first.silent_indices]).toEqual([4, 1, []])
    await admin.post('/api/search/perform', { query: 'Иванов Иван Иванович' })
    await admin.post('/api/auth/admin/settings/rate', { rate: 50 })
    await admin.post('/api/auth/admin/es_indices', { index_name: 'empty' })
    const news = { title: 'Т', category: 'Информация', summary: 'Т' }
    await admin.post('/api/auth/admin/news', news)
    await admin.post('/api/payment/create', { usd_amount: 10 })
    await admin.post('/api/auth/admin/exempt_ips', { ip: '192.0.2.9' })
    expect(await overview()).toMatchObject({
      pending_payments: 1,
      rate: 50,
      total_queries: 1,
      ip_exceptions: 2,
      news: 1,
      indices: 5,
      silent_indices: [{ name: 'empty', title: 'empty', reason: expect.stringContaining('Вид (kind)') }]
    })
  } finally {
    await app.stop()
  }
})
