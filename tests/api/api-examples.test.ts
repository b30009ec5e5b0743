import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { accountWithToken } from '#tests/kit/public-api.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const PAGE = join(import.meta.dir, '..', '..', 'docs', 'public-api.md')
const EXAMPLE = /```sh\n([\s\S]*?)```/g
const REFUSED = /"(?:isError|ok)": ?(?:true|false)|"status": ?\\?"error/

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await loadPeople(app)
})
afterAll(() => app.stop())

test('the examples of the page on the public API run as they are written', async () => {
  const examples = [...(await Bun.file(PAGE).text()).matchAll(EXAMPLE)].map(([, text = '']) => text)
  expect(examples.length).toBeGreaterThan(0)
  for (const example of examples) {
    const { token } = await accountWithToken(app)
    const child = Bun.spawn(['bash', '-ec', example.replaceAll('https://example.com', app.url)], {
      env: { PATH: process.env.PATH, SVERKA_TOKEN: token },
      stdout: 'pipe',
      stderr: 'pipe'
    })
    const [printed, errors] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text()
    ])
    expect([await child.exited, errors, REFUSED.exec(printed)?.[0]]).toEqual([0, '', undefined])
    for (const line of printed.trim().split('\n')) expect(JSON.parse(line)).toBeObject()
  }
})
