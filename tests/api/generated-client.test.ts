import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountWithToken } from '#tests/kit/public-api.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const ROOT = join(import.meta.dir, '..', '..')
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc')
const OPTIONS = ['--strict', '--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2022']
const RUN_MS = 120_000

/** A program of somebody who has nothing but the document. */
const PROGRAM = `import { client } from './generated/client.gen'
import { getListsId, postBalance, postSearch } from './generated'

const [url = '', token = ''] = process.argv.slice(2)
client.setConfig({ baseUrl: url, auth: token })
const answer = await postSearch({ body: { request: 'Иванов Иван Иванович' } })
if (answer.error) throw new Error(answer.error.error_code)
const charged: number = answer.data.charged
await new Promise(resolve => setTimeout(resolve, 500))
const left = await postBalance({ body: null })
await new Promise(resolve => setTimeout(resolve, 500))
const none = await getListsId({ path: { id: 'nobody' } })
const refused: string | undefined = none.error?.code
console.log(JSON.stringify([charged, left.data?.balance, refused]))
`

let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'sverka-generated-'))
beforeAll(async () => {
  app = await startApp()
  await loadPeople(app)
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function run(...command: string[]): Promise<{ code: number; printed: string }> {
  const child = Bun.spawn([process.execPath, ...command], { cwd: folder, stdout: 'pipe', stderr: 'pipe' })
  const [printed, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text()
  ])
  return { code: await child.exited, printed: printed + errors }
}

test(
  'a client generated from the document compiles, searches, and knows refusals by their codes',
  async () => {
    const document = join(folder, 'openapi.json')
    await Bun.write(document, await app.request('/api/openapi.json'))
    await run(join(ROOT, 'tests/kit/generate-client.ts'), document, join(folder, 'generated'))
    await Bun.write(join(folder, 'program.ts'), PROGRAM)
    const types = ['--typeRoots', join(ROOT, 'node_modules'), '--types', 'bun-types']
    const compiled = await run(COMPILER, '--noEmit', ...OPTIONS, ...types, 'program.ts')
    expect(compiled).toEqual({ code: 0, printed: '' })
    const { token } = await accountWithToken(app)
    const ended = await run('program.ts', app.url, token)
    expect([ended.code, ended.printed.trim()]).toEqual([0, '[1,4,"NOT_FOUND"]'])
  },
  RUN_MS
)
