import { generateSync } from 'otplib'
import { BYPASS_TOKEN } from '#shared/constants.ts'
import { type Client, createClient, type TestAnswer } from './client.ts'
import { PASSWORD } from './names.ts'
import { type Person, registerAndLogin } from './people.ts'
import type { TestApp } from './start-app.ts'

const STEP_SECONDS = 30
const STEP_MS = STEP_SECONDS * 1000

/** The code that an application shows whose clock is off by so many seconds. */
export const codeOf = (secret: string, offSeconds = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + offSeconds })

/** Does something within one step of thirty seconds, anew where a step ended meanwhile. */
export async function withinStep<T>(work: () => Promise<T>): Promise<T> {
  const step = () => Math.floor(Date.now() / STEP_MS)
  while (true) {
    const before = step()
    const result = await work()
    if (step() === before) return result
  }
}

/** By the password, or by the code where one is given. */
export const prove = (person: Person, code?: string): Promise<TestAnswer> =>
  person.post('/api/profile/proof', code === undefined ? { password: person.password } : { code })

export interface Enrolled {
  secret: string
  backupCodes: string[]
}

/** Sets up one-time codes as the page does. The next code is one of a later step. */
export async function enrol(person: Person): Promise<Enrolled> {
  await prove(person)
  const { secret } = (await person.post('/api/profile/totp')).body
  const { status, body } = await person.post('/api/profile/totp/enable', { code: codeOf(secret) })
  if (status !== 200) throw new Error(`no codes: ${status} ${JSON.stringify(body)}`)
  return { secret, backupCodes: body.backup_codes }
}

/** A new account with one-time codes. */
export async function enrolledIn(app: TestApp) {
  const person = await registerAndLogin(app)
  return { person, ...(await enrol(person)) }
}

/** Lets any code count again, as if time had passed. */
export const forgetSteps = ({ database }: TestApp, { user }: Person): Promise<unknown> =>
  database.owner`UPDATE totp SET last_step = 0 WHERE user_id = ${user.id}`

/** A browser that has shown the password. */
export async function passFirstStep(
  url: string,
  username: string,
  client = createClient(url),
  password = PASSWORD
): Promise<{ client: Client; answer: TestAnswer }> {
  const answer = await client.post('/api/auth/login', {
    username,
    password,
    turnstile_token: BYPASS_TOKEN
  })
  return { client, answer }
}

export const stepBy = (client: Client, code: string) => client.post('/api/auth/second-step/code', { code })
