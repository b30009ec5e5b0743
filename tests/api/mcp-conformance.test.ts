import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Glob } from 'bun'
import { MCP_PATH } from '#api/http/route-contract.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { programOf } from '#tests/kit/public-api.ts'
import { freePort, startApp, type TestApp } from '#tests/kit/start-app.ts'

const PROGRAM = join(import.meta.dir, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js')

/** What asks nothing of a server but what this one offers: no tools, prompts, resources or streams made for the suite. */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']

let app: TestApp
let door: Bun.Server<undefined>
const results = mkdtempSync(join(tmpdir(), 'sverka-mcp-'))
beforeAll(async () => {
  const port = freePort()
  app = await startApp({ PUBLIC_ORIGIN: `http://localhost:${port}` })
  const { token } = await programOf(await registerAndLogin(app), app.url)
  // The suite has no option for a token.
  door = Bun.serve({
    port,
    fetch(request) {
      const headers = new Headers(request.headers)
      headers.set('authorization', `Bearer ${token}`)
      return fetch(new URL(MCP_PATH, app.url), { method: request.method, headers, body: request.body })
    }
  })
})
afterAll(async () => {
  await door.stop(true)
  await app.stop()
  rmSync(results, { recursive: true, force: true })
})

interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  errorMessage?: string
}

test('the suite of the protocol finds nothing wrong', async () => {
  const counts: Record<string, number> = {}
  for (const scenario of SCENARIOS) {
    const folder = join(results, scenario)
    const suite = Bun.spawn(
      [process.execPath, PROGRAM, 'server', '--url', `${door.url}mcp`, '--scenario', scenario, '-o', folder],
      { stdout: 'pipe', stderr: 'pipe' }
    )
    const printed = await new Response(suite.stdout).text()
    await suite.exited
    const [file] = [...new Glob('**/checks.json').scanSync(folder)]
    if (file === undefined) throw new Error(`${scenario} told nothing: ${printed}`)
    const checks: Check[] = await Bun.file(join(folder, file)).json()
    expect(checks.filter(({ status }) => status === 'FAILURE')).toEqual([])
    for (const { status } of checks) counts[status] = (counts[status] ?? 0) + 1
  }
  console.info(`MCP conformance: ${SCENARIOS.length} scenarios, ${JSON.stringify(counts)}`)
  expect(counts.SUCCESS ?? 0).toBeGreaterThanOrEqual(SCENARIOS.length)
})
