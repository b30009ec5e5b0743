import { expect, test } from 'bun:test'
import { startApp } from '#tests/kit/start-app.ts'
import { spendInParallel } from './charging.ts'

test('parallel paid searches on fewer credits grant exactly the credits', async () => {
  const app = await startApp()
  try {
    expect(await spendInParallel(app, 40, 7)).toEqual({
      granted: 7,
      refused: 33,
      balance: 0,
      ledger: 0,
      debits: 7
    })
  } finally {
    await app.stop()
  }
})
