import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { newKey, openOffice, type SubjectOffice, statedOf } from '#tests/kit/subject-office.ts'

let office: SubjectOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.stop())

describe('a code', () => {
  const askCode = async (email: string) => {
    const key = newKey()
    expect((await office.post('/requests', { key, want: 'object', email })).status).toBe(200)
    return { key, code: office.notifier.codeFor(email) }
  }
  const otherThan = (code: string, by: number) => String((Number(code) + by) % 1_000_000).padStart(6, '0')
  const confirm = (key: string, code: string, headers?: Record<string, string>) =>
    office.post('/requests/confirm', { key, code }, headers)

  test('is guessed at most five times, also fifty at once, and is of no use then', async () => {
    const { key, code } = await askCode('guessed@example.com')
    const wrong = Array.from({ length: 50 }, (_, at) => otherThan(code, at + 1))
    const answers = await Promise.all(wrong.map(each => confirm(key, each)))
    const codes = answers.map(({ body }) => body.code)
    expect(codes.filter(each => each === 'CODE_WRONG')).toHaveLength(4)
    expect(codes.filter(each => each === 'CODE_SPENT')).toHaveLength(1)
    expect(codes.filter(each => each === 'CODE_EXPIRED')).toHaveLength(45)
    expect((await confirm(key, code)).body.code).toBe('CODE_EXPIRED')
  })

  test('opens one request once, also twenty times at once', async () => {
    const { key, code } = await askCode('replayed@example.com')
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(key, code)))
    expect(answers[0]?.status).toBe(200)
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const receipts = office.notifier.messages.filter(({ to }) => to === 'replayed@example.com').slice(1)
    expect(receipts.map(({ text }) => text.includes(answers[0]?.body.number))).toEqual([true])
    const [{ rows } = { rows: 0 }] = await office.app.database.owner<
      { rows: number }[]
    >`SELECT count(*)::int AS rows
      FROM audit_event WHERE action = 'subject_request' AND detail->>'request' = ${answers[0]?.body.number}`
    expect(rows).toBe(1)
  })

  test('gives the number and the term again as long as it would be good, and to no other code', async () => {
    const { key, code } = await askCode('again-receipt@example.com')
    const first = await confirm(key, code)
    expect((await confirm(key, code)).body).toEqual(first.body)
    const [wrong, stranger] = [await confirm(key, otherThan(code, 1)), await confirm(newKey(), code)]
    expect([wrong.body.code, stranger.body.code]).toEqual(['REQUEST_CONFIRMED', 'CODE_EXPIRED'])
    await office.app.database.owner`UPDATE subject_request SET code_expires_at = now() WHERE state = 'open'`
    expect((await confirm(key, code)).body.code).toBe('REQUEST_CONFIRMED')
  })

  test('is taken although the notifier does not take the receipt', async () => {
    const { key, code } = await askCode('no-receipt@example.com')
    office.notifier.override = () => new Response(null, { status: 500 })
    expect((await confirm(key, code)).status).toBe(200)
    office.notifier.override = null
  })

  test('confirms five requests of one contact a day, also ten at once; the others hold nothing', async () => {
    const email = 'collector@example.com'
    const people = Array.from({ length: 10 }, () => office.nextPerson())
    const codes: { key: string; code: string }[] = []
    for (const person of people) {
      const key = newKey()
      expect(
        (await office.post('/requests', { key, want: 'object', ...statedOf(person), email })).status
      ).toBe(200)
      codes.push({ key, code: office.notifier.codeFor(email) })
    }
    const answers = await Promise.all(codes.map(({ key, code }) => confirm(key, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['TOO_MANY_SUBJECT_REQUESTS']))
    const counts = await Promise.all(people.map(({ phone }) => office.countFound(phone)))
    expect(counts.filter(count => count === 0)).toHaveLength(5)
    // Nothing was spent: the code is good when the day is over.
    await office.app.database.owner`DELETE FROM throttles WHERE key LIKE 'subject:confirmed:%'`
    const later = codes[answers.findIndex(({ status }) => status !== 200)]
    expect((await confirm(later?.key ?? '', later?.code ?? '')).status).toBe(200)
  })

  test('of another request, of a key that nobody has, or too old is refused alike', async () => {
    const one = await askCode('one@example.com')
    const other = await askCode('other@example.com')
    if (one.code !== other.code) expect((await confirm(one.key, other.code)).body.code).toBe('CODE_WRONG')
    const unknown = await confirm(newKey(), one.code)
    await office.app.database.owner`UPDATE subject_request SET code_expires_at = now() WHERE state = 'new'`
    const late = await confirm(one.key, one.code)
    expect([unknown, late].map(({ status, body }) => [status, body.code, body.error])).toEqual([
      [410, 'CODE_EXPIRED', late.body.error],
      [410, 'CODE_EXPIRED', late.body.error]
    ])
  })

  test('is tried thirty times in ten minutes from one address, of whatever request', async () => {
    const headers = office.newAddress()
    const answers = await Promise.all(Array.from({ length: 40 }, () => confirm(newKey(), '123456', headers)))
    expect(answers.filter(({ body }) => body.code === 'TOO_MANY_CODES')).toHaveLength(10)
  })

  test('is sent again after a minute, three in all; the one before is of no use then', async () => {
    const { key, code } = await askCode('again@example.com')
    const sent = () => office.notifier.messages.filter(({ to }) => to === 'again@example.com').length
    expect((await office.post('/requests/again', { key })).status).toBe(200)
    expect(sent()).toBe(1)
    for (let at = 0; at < 4; at += 1) {
      await office.app.database.owner`UPDATE subject_request SET code_sent_at = now() - interval '2 minutes'`
      expect((await office.post('/requests/again', { key })).status).toBe(200)
    }
    expect(sent()).toBe(3)
    const last = office.notifier.codeFor('again@example.com')
    if (last !== code) expect((await confirm(key, code)).body.code).toBe('CODE_WRONG')
    expect((await confirm(key, last.replace(/(...)/, '$1 '))).status).toBe(200)
  })
})
