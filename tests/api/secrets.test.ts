import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '#api/config.ts'
import { keepSecrets, randomSecrets, readSecrets } from '#api/lib/secrets.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sverka-secrets-'))
})
afterAll(() => rmSync(root, { recursive: true }))

const modeOf = (path: string) => statSync(path).mode & 0o777

describe('secrets', () => {
  test('are generated once, differ from each other and stay private', () => {
    const dataDir = join(root, 'fresh')
    expect(readSecrets(dataDir)).toBeNull()
    const first = keepSecrets(dataDir)
    expect([readSecrets(dataDir), keepSecrets(dataDir)]).toEqual([first, first])
    expect(new Set(Object.values(first)).size).toBe(3)
    for (const secret of Object.values(first)) expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(modeOf(join(dataDir, 'secrets.json'))).toBe(0o600)
    expect(readdirSync(dataDir)).toEqual(['secrets.json'])
  })

  test('agree between processes that start at the same moment', async () => {
    const dataDir = join(root, 'together')
    const code = `console.log(JSON.stringify((await import('#api/lib/secrets.ts')).keepSecrets(${JSON.stringify(dataDir)})))`
    const runs = Array.from({ length: 4 }, () =>
      Bun.spawn([process.execPath, '-e', code], { cwd: join(import.meta.dir, '../..'), stdout: 'pipe' })
    )
    const outputs = await Promise.all(runs.map(run => new Response(run.stdout).text()))
    expect(new Set(outputs).size).toBe(1)
    expect(outputs[0]).toContain('suppress')
  })

  test.each(['{', '{"session": "only"}', '', 'null'])(
    'in a broken file (%s) stop the start instead of being replaced',
    text => {
      const dataDir = join(root, `broken-${text.length}`)
      mkdirSync(dataDir, { recursive: true })
      writeFileSync(join(dataDir, 'secrets.json'), text)
      expect(() => readSecrets(dataDir)).toThrow(ConfigError)
      expect(() => keepSecrets(dataDir)).toThrow('испорчен')
    }
  )

  test.each(['short', 'ab'.repeat(40)])('that can be guessed are refused: %s', weak => {
    const dataDir = join(root, `weak-${weak.length}`)
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ ...randomSecrets(), suppress: weak }))
    expect(() => readSecrets(dataDir)).toThrow('suppress: слишком слабое значение')
    expect(() => readSecrets(dataDir)).not.toThrow(weak)
  })

  test('that others may read are closed to them', () => {
    const dataDir = join(root, 'readable')
    const secrets = keepSecrets(dataDir)
    for (const mode of [0o644, 0o640, 0o602]) {
      chmodSync(join(dataDir, 'secrets.json'), mode)
      expect(readSecrets(dataDir)).toEqual(secrets)
      expect(modeOf(join(dataDir, 'secrets.json'))).toBe(0o600)
    }
  })

  test('in a folder that cannot be written give a clear refusal', () => {
    expect(() => keepSecrets('/sys/sverka')).toThrow('Не удалось прочитать или создать')
  })
})
