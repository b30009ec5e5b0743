import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { API_INTERVAL_MS } from '#shared/constants.ts'
import { integrationExamples } from '#site/features/apidocs/integration-examples.ts'
import { accountWithToken } from '#tests/kit/public-api.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const PAGE = join(import.meta.dir, '..', '..', 'docs', 'guides', 'public-api.md')
const EXAMPLE = /```sh\n([\s\S]*?)```/g
const REFUSED = /"(?:isError|ok)": ?(?:true|false)|"status": ?\\?"error/

const app = startedApp(loadPeople)

async function run(example: string, token: string): Promise<void> {
  const child = Bun.spawn(['bash', '-ec', example], {
    env: { PATH: process.env.PATH, SVERKA_TOKEN: token },
    stdout: 'pipe',
    stderr: 'pipe'
  })
  const [printed, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text()
  ])
  expect([await child.exited, errors, REFUSED.exec(printed)?.[0]]).toEqual([0, '', undefined])
  for (const line of printed.split('\n').filter(Boolean)) expect(JSON.parse(line)).toBeObject()
}

test('the examples of /apidocs for agents, tables and FollowTheMoney run as they are copied', async () => {
  const { token } = await accountWithToken(app)
  for (const example of Object.values(integrationExamples({ origin: app.url, token }))) {
    await run(example, token)
    await Bun.sleep(API_INTERVAL_MS)
  }
})

test('the examples of the page on the public API run as they are written', async () => {
  const examples = [...(await Bun.file(PAGE).text()).matchAll(EXAMPLE)].map(([, text = '']) => text)
  expect(examples.length).toBeGreaterThan(0)
  for (const example of examples) {
    const { token } = await accountWithToken(app)
    await run(example.replaceAll('https://example.com', app.url), token)
  }
})
