import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '#api/config.ts'
import { loadSecrets } from '#api/lib/secrets.ts'

const none = { sessionSecret: null, suppressKey: null, auditKey: null }
let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sverka-secrets-'))
})
afterAll(() => rmSync(root, { recursive: true }))

describe('secrets', () => {
  test('are generated once, differ from each other and stay private', async () => {
    const dataDir = join(root, 'fresh')
    const first = await loadSecrets({ dataDir, ...none })
    expect(await loadSecrets({ dataDir, ...none })).toEqual(first)
    expect(new Set(Object.values(first)).size).toBe(3)
    for (const secret of Object.values(first)) expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(readdirSync(dataDir)).toEqual(['secrets.json'])
  })

  test('agree between processes that start at the same moment', async () => {
    const dataDir = join(root, 'together')
    const code = `console.log(JSON.stringify(await (await import('#api/lib/secrets.ts')).loadSecrets(${JSON.stringify({ dataDir, ...none })})))`
    const runs = Array.from({ length: 4 }, () =>
      Bun.spawn([process.execPath, '-e', code], { cwd: join(import.meta.dir, '../..'), stdout: 'pipe' })
    )
    const told = await Promise.all(runs.map(run => new Response(run.stdout).text()))
    expect(new Set(told).size).toBe(1)
    expect(told[0]).toContain('suppress')
  })

  test('of the configuration win over kept ones', async () => {
    const dataDir = join(root, 'mixed')
    const kept = await loadSecrets({ dataDir, ...none })
    const mixed = await loadSecrets({ dataDir, ...none, auditKey: 'from the environment' })
    expect(mixed).toEqual({ ...kept, audit: 'from the environment' })
  })

  test('need no data folder when all are given', async () => {
    const given = { sessionSecret: 'a', suppressKey: 'b', auditKey: 'c' }
    expect(await loadSecrets({ dataDir: '/sys/nowhere', ...given })).toEqual({
      session: 'a',
      suppress: 'b',
      audit: 'c'
    })
  })

  test.each(['{', '{"session": "only"}', ''])(
    'in a broken file (%s) stop the start instead of being replaced',
    async text => {
      const dataDir = join(root, `broken-${text.length}`)
      mkdirSync(dataDir, { recursive: true })
      writeFileSync(join(dataDir, 'secrets.json'), text)
      await expect(loadSecrets({ dataDir, ...none })).rejects.toThrow(ConfigError)
      await expect(loadSecrets({ dataDir, ...none })).rejects.toThrow('испорчен')
    }
  )

  test('in a folder that cannot be written give a clear refusal', async () => {
    await expect(loadSecrets({ dataDir: '/sys/sverka', ...none })).rejects.toThrow(
      'Не удалось прочитать или создать'
    )
  })
})
