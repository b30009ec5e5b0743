import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '#tests/kit/product-process.ts'
import { freePort } from '#tests/kit/start-app.ts'

const CLIENTS = 16
const PATIENCE_MS = 5_000

const root = mkdtempSync(join(tmpdir(), 'sverka-stopping-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

interface Load {
  /** Tells the server to stop, and what became of every call that was made before. */
  stopUnder(stop: () => void): Promise<(number | string)[]>
}

/** Clients that ask without a pause, half of them over connections of their own. */
function loadOn(url: string, paths: readonly string[], clients: number): Load {
  const before: (number | string)[] = []
  let isOn = true
  const ask = async (at: number, call: number) => {
    const headers: HeadersInit = at % 2 === 0 ? {} : { connection: 'close' }
    const wasBefore = isOn
    const outcome = await fetch(url + paths[(at + call) % paths.length], {
      headers,
      signal: AbortSignal.timeout(PATIENCE_MS)
    })
      .then(async answer => {
        await answer.arrayBuffer()
        return answer.status
      })
      .catch(error => String(error.code))
    if (wasBefore) before.push(outcome)
  }
  const works = Array.from({ length: clients }, async (_, at) => {
    for (let call = 0; isOn; call += 1) await ask(at, call)
  })
  return {
    async stopUnder(stop) {
      isOn = false
      stop()
      await Promise.all(works)
      return before
    }
  }
}

const broken = (outcomes: readonly (number | string)[], answers: readonly number[]) =>
  outcomes.filter(outcome => !answers.includes(outcome as number))

async function stopSmallServer(): Promise<void> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'draining-server.ts')], { stdout: 'pipe' })
  try {
    const first = await child.stdout.getReader().read()
    const port = Number(new TextDecoder().decode(first.value))
    const load = loadOn(`http://127.0.0.1:${port}`, ['/'], CLIENTS)
    await Bun.sleep(50 + Math.random() * 200)
    const outcomes = await load.stopUnder(() => child.kill('SIGTERM'))
    expect(outcomes.length).toBeGreaterThanOrEqual(CLIENTS)
    expect(broken(outcomes, [200])).toEqual([])
    expect(await child.exited).toBe(0)
  } finally {
    child.kill('SIGKILL')
  }
}

test('a server that is told to stop answers every call that was made before', async () => {
  for (let round = 0; round < 8; round += 1) await Promise.all([stopSmallServer(), stopSmallServer()])
})

test('so does the product', async () => {
  const paths = ['/api/auth/me', '/api/auth/turnstile-config', '/api/openapi.json', '/nothing']
  for (let round = 0; round < 2; round += 1) {
    const product = await startProcess({
      PORT: String(freePort()),
      DATA_DIR: join(root, 'data'),
      RUN_DIR: join(root, 'run'),
      SEARCH_THREADS: '0'
    })
    const load = loadOn(product.url, paths, CLIENTS)
    await Bun.sleep(200 + Math.random() * 300)
    const outcomes = await load.stopUnder(() => product.signal('SIGTERM'))
    expect(outcomes.length).toBeGreaterThanOrEqual(CLIENTS)
    expect(broken(outcomes, [200, 401, 404])).toEqual([])
    expect(await product.ended).toBe(0)
  }
})
