import { describe, expect, test } from 'bun:test'
import { CODE_FAILURES_PER_ACCOUNT, CODE_FAILURES_PER_DAY } from '#shared/constants.ts'
import { createClient } from '#tests/kit/client.ts'
import { PASSWORD } from '#tests/kit/names.ts'
import { codeOf, enrolledIn, forgetSteps, passFirstStep, prove, stepBy } from '#tests/kit/second-factor.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp()

const enrolled = () => enrolledIn(app)

describe('whoever knows the password', () => {
  const guess = async (username: string, wrong: string) => {
    const { client } = await passFirstStep(app.url, username)
    for (let n = 0; n <= CODE_FAILURES_PER_ACCOUNT; n++) await stepBy(client, wrong)
    return (await stepBy(client, wrong)).body.code
  }
  const wrongFor = (secret: string) => (codeOf(secret) === '000000' ? '000001' : '000000')

  test('holds up neither a browser that passed the second step, nor a session, nor backup codes', async () => {
    const { person, secret, backupCodes } = await enrolled()
    const own = await passFirstStep(app.url, person.username)
    expect((await stepBy(own.client, backupCodes[0] ?? '')).status).toBe(200)
    expect(own.client.cookies.has('step_device')).toBe(true)
    expect(await guess(person.username, wrongFor(secret))).toBe('TOO_MANY_CODES')
    const stranger = await passFirstStep(app.url, person.username)
    expect((await stepBy(stranger.client, backupCodes[1] ?? '')).status).toBe(200)
    expect(await guess(person.username, 'AAAA-AAAA')).toBe('TOO_MANY_CODES')
    expect((await prove(person, backupCodes[2])).status).toBe(200)
    const again = await passFirstStep(app.url, person.username, own.client)
    await forgetSteps(app, person)
    expect((await stepBy(again.client, codeOf(secret))).status).toBe(200)
  })

  test('gets no places of a known browser by the password, nor by passing as somebody else', async () => {
    const { person, secret } = await enrolled()
    const other = await enrolled()
    const { client } = await passFirstStep(app.url, person.username)
    expect(client.cookies.has('step_device')).toBe(false)
    const theirs = await passFirstStep(app.url, other.person.username)
    await stepBy(theirs.client, other.backupCodes[0] ?? '')
    expect(await guess(person.username, wrongFor(secret))).toBe('TOO_MANY_CODES')
    for (const tokens of [theirs.client.cookies.get('step_device'), client.cookies.get('device_token')]) {
      const borrowed = await passFirstStep(app.url, person.username)
      borrowed.client.cookies.set('step_device', tokens ?? '')
      await forgetSteps(app, person)
      expect((await stepBy(borrowed.client, codeOf(secret))).body.code).toBe('TOO_MANY_CODES')
    }
  })

  test('waits for a day after fifty guesses', async () => {
    const { person, secret } = await enrolled()
    for (let round = 0; round < CODE_FAILURES_PER_DAY / CODE_FAILURES_PER_ACCOUNT; round++) {
      await guess(person.username, wrongFor(secret))
      await app.database
        .owner`DELETE FROM throttles WHERE key LIKE ${`code:${person.user.id}:%`} AND key NOT LIKE '%:day'`
    }
    const { client } = await passFirstStep(app.url, person.username)
    const { status, headers } = await stepBy(client, wrongFor(secret))
    expect([status, Number(headers.get('retry-after')) > 80_000]).toEqual([429, true])
  })

  test('holds up nobody once the password is another', async () => {
    const { person, secret } = await enrolled()
    expect(await guess(person.username, wrongFor(secret))).toBe('TOO_MANY_CODES')
    const words = { new_password: 'another horse 43', confirm_password: 'another horse 43' }
    const change = await person.post('/api/profile/change-password', { current_password: PASSWORD, ...words })
    expect(change.status).toBe(200)
    await forgetSteps(app, person)
    const { client } = await passFirstStep(
      app.url,
      person.username,
      createClient(app.url),
      words.new_password
    )
    expect((await stepBy(client, codeOf(secret))).status).toBe(200)
  })
})
