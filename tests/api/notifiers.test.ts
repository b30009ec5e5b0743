import { afterAll, describe, expect, test } from 'bun:test'
import { type Notifier, NotifierError } from '#api/notifiers/contract.ts'
import { httpNotifier } from '#api/notifiers/http.ts'
import { smtpNotifier } from '#api/notifiers/smtp.ts'
import { startMailStub } from '#tests/kit/mail-stub.ts'
import { startNotifierStub } from '#tests/kit/notifier-stub.ts'

const service = startNotifierStub()
const mail = startMailStub()
afterAll(async () => {
  await service.stop()
  mail.stop()
})

const MESSAGE = { channel: 'email', to: 'someone@example.com', subject: 'Код', text: 'Код: 123456' } as const
const failureOf = (notifier: Notifier) =>
  notifier.send(MESSAGE).then(
    () => 'sent',
    error => (error instanceof NotifierError ? error.message : String(error))
  )

describe('over http', () => {
  const notifier = httpNotifier(`${service.url}/`, service.secret)

  test('a message goes once, signed, a phone as E.164', async () => {
    await notifier.send({ ...MESSAGE, channel: 'phone', to: '79732041740' })
    expect(service.messages.at(-1)).toMatchObject({
      channel: 'phone',
      to: '+79732041740',
      subject: 'Код',
      text: 'Код: 123456'
    })
    expect(await failureOf(httpNotifier(service.url, 'another secret'))).toBe('status 401')
  })

  test.each([
    [
      'a redirect',
      () => new Response(null, { status: 302, headers: { Location: '/v1/notify' } }),
      'status 302'
    ],
    ['an error', () => new Response('no', { status: 500 }), 'status 500'],
    ['another shape', () => Response.json({ accepted: 'yes' }), 'another shape'],
    ['no JSON', () => new Response('accepted'), 'SyntaxError'],
    ['too much', () => new Response('x'.repeat(100_000)), 'too long']
  ])('%s is not sent', async (_, answer, failure) => {
    service.override = answer
    expect(await failureOf(notifier)).toBe(failure)
    service.override = null
  })

  test('a service that never answers is given up', async () => {
    service.override = () => new Promise(() => {})
    expect(await failureOf(notifier)).toBe('TimeoutError')
    service.override = null
  })

  test('a service that is not there is not sent to', async () => {
    const gone = startNotifierStub()
    await gone.stop()
    expect(await failureOf(httpNotifier(gone.url, gone.secret))).not.toBe('sent')
  })
})

describe('over smtp', () => {
  const from = 'Сверка <privacy@example.com>'

  test('a message goes to its address, in its own letters', async () => {
    await smtpNotifier(mail.url, from).send(MESSAGE)
    const sent = mail.messages.at(-1)
    expect([sent?.from, sent?.to]).toEqual(['privacy@example.com', ['someone@example.com']])
    expect(sent?.text).toContain('Код: 123456')
  })

  test('an address cannot bring headers or further addresses', async () => {
    const to = 'a@example.com>\r\nRCPT TO:<b@example.com'
    await smtpNotifier(mail.url, from)
      .send({ ...MESSAGE, to, subject: 'Код\r\nBcc: c@example.com' })
      .catch(() => {})
    const reached = mail.messages.flatMap(message => message.to)
    expect(reached.filter(each => each === 'b@example.com' || each === 'c@example.com')).toEqual([])
    expect(mail.messages.some(({ headers }) => /^bcc:/im.test(headers))).toBe(false)
  })

  test('a refusal, and a server that never answers, are not sent and repeat no address', async () => {
    mail.refuses = true
    const refused = await failureOf(smtpNotifier(mail.url, from))
    mail.refuses = false
    mail.isSilent = true
    const silent = await failureOf(smtpNotifier(mail.url, from))
    mail.isSilent = false
    for (const failure of [refused, silent]) {
      expect(failure).not.toBe('sent')
      expect(failure).not.toContain('@')
    }
  })

  test('nothing goes over an open line to another machine', async () => {
    // The name is of this machine, and not one of those that are trusted to be.
    const elsewhere = mail.url.replace('127.0.0.1', '127.0.0.2')
    const before = mail.messages.length
    expect(await failureOf(smtpNotifier(elsewhere, from))).not.toBe('sent')
    expect(mail.messages).toHaveLength(before)
  })
})
