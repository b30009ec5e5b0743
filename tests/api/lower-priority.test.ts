import { expect, test } from 'bun:test'
import { getPriority } from 'node:os'
import { openDatabase } from '#api/db/connect.ts'
import { testCluster } from '#tests/kit/cluster.ts'
import { ROOT } from '#tests/shape/tree.ts'

async function priorities(dataDir: string) {
  const child = Bun.spawn([process.execPath, 'tests/api/low-priority-load.ts', dataDir], {
    cwd: ROOT,
    env: { PATH: '/usr/bin:/bin', LOG_LEVEL: 'error' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit'
  })
  return JSON.parse(await new Response(child.stdout).text())
}

test('a load goes behind a server, with all that the database does for it', async () => {
  const { dataDir } = await testCluster()
  const alone = await priorities(dataDir)
  expect([alone.own, alone.backends.includes(19)]).toEqual([getPriority(), false])
  const command = await openDatabase({ databaseUrl: null, dataDir })
  await command.app`SELECT 1`
  expect((await priorities(dataDir)).own).toBe(getPriority())
  await command.close()
  const server = await openDatabase({ databaseUrl: null, dataDir }, { isServer: true })
  try {
    await server.app`SELECT 1`
    const beside = await priorities(dataDir)
    expect([beside.own, ...beside.backends]).toEqual([19, 19, 19, 19, 19])
    expect(beside.sessions).toEqual(alone.sessions.map(() => 19))
  } finally {
    await server.close()
  }
})
