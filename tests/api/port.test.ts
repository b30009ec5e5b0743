import { afterEach, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { assertPortFree } from '#api/processes/port.ts'
import { portOwner } from '#api/processes/port-owner.ts'
import { ROOT } from '#tests/shape/tree.ts'

/** Who listens is read from the kernel's tables, which only Linux shows as files. */
const canTell = existsSync('/proc/net/tcp')
const DEV_PORTS = [12_000, 12_001]
const servers: Bun.Server<undefined>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.stop(true)
})

/** Takes a port, unless somebody has it already: then it is taken all the same. */
function take(port: number): number {
  try {
    const server = Bun.serve({ port, hostname: '127.0.0.1', fetch: () => new Response('foreign') })
    servers.push(server)
    return server.port ?? 0
  } catch {
    return port
  }
}

test('a port that is listened on is told with program and process, a free one is not', () => {
  const port = take(0)
  expect(portOwner(port)).toEqual(
    canTell ? expect.stringMatching(new RegExp(`, процесс ${process.pid}$`)) : null
  )
  for (const server of servers.splice(0)) server.stop(true)
  expect(portOwner(port)).toBeNull()
})

test('an address that this machine does not have is told from a port that is taken', () => {
  const port = take(0)
  const refused = (host: string) => () => assertPortFree({ port, host })
  for (const host of ['nope.invalid', '203.0.113.7', 'a b'])
    expect(refused(host)).toThrow(`HOST=${host}: у этой машины нет такого адреса`)
  expect(refused('127.0.0.1')).toThrow(`Порт ${port} занят другой программой`)
})

test.each(DEV_PORTS)('bun run dev names port %d when it is taken, and starts nothing', async port => {
  take(port)
  const child = Bun.spawn([process.execPath, 'api/commands/dev.ts'], {
    cwd: ROOT,
    env: { PATH: '/usr/bin:/bin', HOME: process.env.HOME, DATA_DIR: '/sys/unused' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe'
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect([await child.exited, out]).toEqual([1, ''])
  // Somebody on this machine may have the other one too.
  expect(err).toMatch(/^Порт 1200[01] занят другой программой/)
  expect(err).toContain('bun run dev занимает порты 12000 и 12001')
  if (canTell && err.includes(`Порт ${port}`) && servers.length > 0)
    expect(err).toContain(`процесс ${process.pid}`)
})

test('bun run chain names a port that is taken', async () => {
  const port = take(0)
  const child = Bun.spawn([process.execPath, 'api/commands/payments/chain.ts', '--port', String(port)], {
    cwd: ROOT,
    env: { PATH: '/usr/bin:/bin', HOME: process.env.HOME },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe'
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect([await child.exited, out]).toEqual([1, ''])
  expect(err).toMatch(new RegExp(`^Порт ${port} занят другой программой`))
  expect(err).toContain(`другой порт: --port ${port + 1}`)
})
