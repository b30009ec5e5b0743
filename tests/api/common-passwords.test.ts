import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import * as v from 'valibot'
import { createAdministrator } from '#api/commands/create-administrator.ts'
import { createCommonPasswords } from '#api/features/auth/common-passwords.ts'
import { guessBits } from '#api/features/auth/guess-bits.ts'
import { createPasswords } from '#api/features/auth/passwords.ts'
import { ensureAdministrator } from '#api/features/users/first-administrator.ts'
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '#shared/constants.ts'
import { toCyrillicLayout, toLatinLayout } from '#shared/identity/text/keyboard-layout.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { password as passwordRule } from '#shared/rules/account.ts'
import { createClient } from '#tests/kit/client.ts'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { logIn, register, registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const COMMON = ['1q2w3e4r5t', 'PassWord123', 'q1w2e3r4t5y6', 'привет12345', 'йцукен12345', 'gfhjkm12345']
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  х: 'x',
  у: 'y'
}
const WITH_NAME = 'Пароль не должен содержать имя пользователя'
const TEXT = 'Этот пароль слишком распространён, придумайте другой'

const app = startedApp()

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

  test('is every one with the username in it, in any case and layout', async () => {
    const username = uniqueName()
    for (const password of [
      `${username}7`,
      `Xk29!${username.toUpperCase()}w`,
      `${toCyrillicLayout(username)} 38`
    ]) {
      const answer = await createClient(app.url).post('/api/auth/register', account(password, username))
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code: 'COMMON_PASSWORD', fields: { password: WITH_NAME } })
    }
  })

  test('is told only where the password is long enough and has letters and digits', async () => {
    for (const [password, text] of [
      ['пароль1', 'Пароль должен содержать минимум 10 символов'],
      ['парольпароль', 'Пароль должен содержать буквы и цифры']
    ] as const) {
      const answer = await createClient(app.url).post('/api/auth/register', account(password))
      expect(answer.body).toMatchObject({ code: 'BAD_INPUT', fields: { password: text } })
    }
  })

  test('of the configuration stops the start, and makes no administrator', async () => {
    const config = { adminUsername: 'keeper', adminPassword: '1q2w3e4r5t' }
    await expect(ensureAdministrator(app.context, config)).rejects.toThrow(`ADMIN_PASSWORD: ${TEXT}`)
    expect(await app.database.owner`SELECT 1 FROM users WHERE username = 'keeper'`).toEqual([])
  })

  test('is none that an administrator gives', async () => {
    const admin = await signedInAs(app, ROLE_ADMIN)
    const { user } = await registerAndLogin(app)
    const reset = (password: string) =>
      admin.post(`/api/auth/admin/users/${user.id}/change_password`, { new_password: password })
    const common = { code: 'COMMON_PASSWORD', error: TEXT, fields: { new_password: TEXT } }
    expect((await reset('пароль12345')).body).toMatchObject(common)
    const named = { ...common, error: WITH_NAME, fields: { new_password: WITH_NAME } }
    expect((await reset(`${user.username}-Xk29!fjw38`)).body).toMatchObject(named)
    expect((await reset('another horse 43')).status).toBe(200)
  })
})

test('a common password makes no administrator by command, before any database is opened', async () => {
  const options = { password: '1q2w3e4r5t', 'another-database': false }
  await expect(createAdministrator('Keeper', options)).rejects.toThrow(TEXT)
})

describe('the words that guessers try', () => {
  const isCommon = createCommonPasswords()
  const accepted = async (passwords: readonly string[]) => {
    const judged = await Promise.all(passwords.map(isCommon))
    return passwords.filter((_, at) => !judged[at])
  }
  const refused = async (passwords: readonly string[]) => {
    const judged = await Promise.all(passwords.map(isCommon))
    return passwords.filter((_, at) => judged[at])
  }

  test('are refused with digits, years, dates and signs around them, in both layouts and in any case', async () => {
    const words = 'привет пароль солнышко люблю наташа сергей кузнецов иванова спартак зенит россия йцукен'
    const forms = words
      .split(' ')
      .flatMap(word => [`${word}12345`, `${word}1987`, `${word}2024!`, `123${word}321`, `${word}_12051987`])
      .filter(password => password.length >= PASSWORD_MIN_CHARS)
    const written = forms.flatMap(form => [
      form,
      form.toUpperCase(),
      form.charAt(0).toUpperCase() + form.slice(1),
      toLatinLayout(form)
    ])
    expect(await accepted(written)).toEqual([])
  })

  test.each(
    (
      'привет12345 йцукен12345 пароль12345 йцукенгшщз1 1234567890й qwerty12345 ghbdtn12345 gfhjkm12345 зфыыцщкв1234 ' +
      'privet12345 masha12051990 zenit12345 приветпривет1 тевирп12345 люблюмаму1 маринаанна1987 абвгдежз123 1й2ц3у4к5е ' +
      'динамокиев1927 йцу123йцу123 P4ssw0rd123 1qaz2wsx3edc ййййййййй1 11111111111й Наташа199001 екатерина85'
    )
      .split(' ')
      .concat(
        'Пaроль12345',
        'пар0ль12345',
        'любовь-морковь1',
        'красная площадь 1',
        '1-2-3-4-5-6-й',
        'нахуй12345'
      )
  )('%s is common', async password => {
    expect(await isCommon(password)).toBe(true)
  })

  const WORDS =
    'привет пароль солнышко наташа сергей спартак россия любовь красная площадь морковь сука'.split(' ')

  test('are refused in letters that look like theirs, however many', async () => {
    const alike = fc
      .tuple(fc.constantFrom(...WORDS), fc.infiniteStream(fc.boolean()))
      .map(([word, picks]) =>
        word.replace(/[аеорсху]/g, letter => (picks.next().value ? (LOOK_ALIKES[letter] ?? letter) : letter))
      )
    const words = fc.sample(alike, { numRuns: 300, seed: 10 })
    expect(await accepted(words.flatMap(word => [`${word}12345`, `${word.toUpperCase()}1987`]))).toEqual([])
  })

  test('take a guess more with anything between them, however many signs that is', () => {
    const bitsOf = (password: string) =>
      guessBits(password, word => (LATIN_WORDS.has(word) ? 5 : undefined), 200)
    const LATIN_WORDS = new Set(WORDS.map(toLatinLayout))
    const phrases = fc.array(fc.constantFrom(...WORDS, '1945', 'лрпж'), { minLength: 2, maxLength: 6 })
    for (const pieces of fc.sample(phrases, { numRuns: 300, seed: 11 }))
      for (const sign of [' ', '-', '_', '.', ':'])
        expect(bitsOf(pieces.join(sign))).toBeLessThanOrEqual(bitsOf(pieces.join('')) + 2)
  })

  test('every password of the list that the rule would take is common', async () => {
    const file = 'node_modules/@zxcvbn-ts/language-common/src/passwords.json'
    const all: string[] = await Bun.file(file).json()
    const long = all.filter(password => v.is(passwordRule, password))
    expect(long.length).toBeGreaterThan(400)
    expect(await accepted(long)).toEqual([])
  })

  test('random signs are never common', async () => {
    const alphabets = [
      'abcdefghijklmnopqrstuvwxyz0123456789',
      'абвгдежзийклмнопрстуфхцчшщъыьэюя0123456789',
      'абвгдежзийклмнопрстуфхцчшщъыьэюяacekopxy-_ .0123456789'
    ]
    for (const alphabet of alphabets) {
      const signs = fc.array(fc.constantFrom(...alphabet), { minLength: 10, maxLength: 12 })
      const passwords = fc
        .sample(signs, { numRuns: 3_000, seed: 8 })
        .map(letters => letters.join(''))
        .filter(password => v.is(passwordRule, password) && new Set(password).size > 6)
      expect(passwords.length).toBeGreaterThan(2_000)
      expect(await refused(passwords)).toEqual([])
    }
  })

  test('three and more words at random are never common', async () => {
    const words = (
      'облако лампа зелёный чайник слон танцует река тихая поёт коза деревня синий барабан мост гвоздь утюг трава ' +
      'copper lantern walrus ticket saddle orbit cheese window marble hammer puzzle candle'
    ).split(' ')
    const phrases = fc.tuple(
      fc.uniqueArray(fc.constantFrom(...words), { minLength: 3, maxLength: 5 }),
      fc.constantFrom(' ', '-', ''),
      fc.nat(99)
    )
    const passwords = fc
      .sample(phrases, { numRuns: 2_000, seed: 9 })
      .map(([picked, between, number]) => picked.join(between) + between + number)
    expect(await refused(passwords)).toEqual([])
  })

  test.each([PASSWORD, 'another horse 43', '1q2w3e4r5t6y7u8i9o0pQQ', 'зелёный чайник 48', 'correct-horse-9'])(
    '%p is not common',
    async password => {
      expect(await isCommon(password)).toBe(false)
    }
  )

  test('are looked up no more often in a password of repeated pieces than in one at random', () => {
    const lookups = (password: string) => {
      let count = 0
      const word = () => {
        count += 1
        return undefined
      }
      guessBits(password, word, 22)
      return count
    }
    const long = ['P4ssw0rd', 'qwertyuiop1', 'ш2ж5щ8ъ0э4ю', '1990.01.01', 'a', '1a'].map(piece =>
      piece.repeat(256).slice(0, PASSWORD_MAX_CHARS)
    )
    for (const password of long) expect(lookups(password)).toBeLessThan(60 * PASSWORD_MAX_CHARS)
  })

  test('that could not be read are read again at the next question', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sverka-test-common-'))
    const file = join(folder, 'list.json')
    const isListed = createCommonPasswords(file)
    await expect(isListed('oranzhevyj9')).rejects.toThrow('ENOENT')
    writeFileSync(file, '["oranzhevyj9"]')
    expect(await isListed('oranzhevyj9')).toBe(true)
    rmSync(folder, { recursive: true })
  })
})
