import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPostmaster } from '#api/db/embedded/server.ts'
import { type ProductProcess, startProcess } from '#tests/kit/product-process.ts'
import { freePort } from '#tests/kit/start-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'sverka-first-'))
const started: ProductProcess[] = []

afterAll(async () => {
  for (const product of started) product.signal('SIGKILL')
  await Promise.all(started.map(product => product.ended))
  rmSync(folder, { recursive: true, force: true })
})

async function startProduct(): Promise<ProductProcess> {
  const product = await startProcess({
    PORT: String(freePort()),
    DATA_DIR: folder,
    RUN_DIR: join(folder, 'run')
  })
  started.push(product)
  return product
}

const signIn = (url: string, username: string, password: string) =>
  fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ username, password, turnstile_token: 'test-token' })
  })

test('the product starts on an empty folder, shows a password once, and stops cleanly', async () => {
  const first = await startProduct()
  expect(first.said()).toContain('запускаю встроенную Postgres 18')
  expect(first.said()).toMatch(
    /База данных: готова, Postgres 18\.\d+ из .+\. Для рабочего режима нужен свой сервер Postgres \(DATABASE_URL\)\n/
  )
  expect(first.said()).toContain('Сверка: http://localhost:')
  const password = /Пароль: (\S+)/.exec(first.said())?.[1] ?? ''
  expect((await fetch(`${first.url}/api/search/health`)).status).toBe(200)
  const answer = await signIn(first.url, 'admin', password)
  expect(await answer.json()).toMatchObject({
    success: true,
    user: { username: 'admin', role: 'Администратор', requests_count: 1000 }
  })
  first.signal('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(first.said()).toContain('Останавливаюсь…')
  expect(readPostmaster(join(folder, 'postgres'))).toBeNull()

  const again = await startProduct()
  expect(again.said()).toContain('Администратор: admin')
  expect(again.said()).not.toContain('Пароль')
  expect((await signIn(again.url, 'admin', password)).status).toBe(200)
  again.signal('SIGINT')
  expect(await again.ended).toBe(0)
})
