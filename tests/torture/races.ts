import {
  BYPASS_TOKEN,
  LOGIN_FAILURES_PER_ACCOUNT,
  SEARCH_COST_REQUESTS,
  SIGNUP_REQUESTS
} from '#shared/constants.ts'
import { none } from '#tests/bench/crash/books.ts'
import { type Client, createClient } from '#tests/kit/client.ts'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { add, type Counts, isOver, isServerFault, type Order, type Outcome, scaled, sumOf } from './phase.ts'
import { inTrial, type Trial } from './trial.ts'

const ROUNDS = 15
const AT_ONCE = 100

/** Calls that must not all come through, at the same moment. */
interface Race {
  name: string
  /** How many rules were broken. */
  run(course: Course): Promise<number>
}

interface Course {
  url: string
  lines: readonly string[]
  round: number
  counts: Counts
  /** One of another address each. */
  addressed(): Record<string, string>
  /** Sets the balance, with its row in the ledger. */
  setCredits(username: string, credits: number): Promise<void>
}

const RACES: Race[] = [
  { name: 'searches beyond the last credit', run: lastCredit },
  { name: 'charges beyond one for a client key', run: oneKey },
  { name: 'accounts beyond one for a name', run: oneName },
  { name: 'guesses beyond the limit of an account', run: guesses },
  { name: 'sessions lost by tabs that refresh together', run: refreshes },
  { name: 'passwords changed more than once', run: passwordChanges },
  { name: 'sessions alive after their logout', run: logouts }
]

export async function races(order: Order): Promise<Outcome> {
  return inTrial(1, async trial => {
    const counts: Counts = {}
    const broken = new Map(RACES.map(({ name }) => [name, 0]))
    let rounds = 0
    for (; rounds < scaled(order, ROUNDS) && !isOver(order); rounds += 1) {
      const course = courseOf(trial, rounds, counts)
      for (const { name, run } of RACES) broken.set(name, (broken.get(name) ?? 0) + (await run(course)))
    }
    return {
      counts,
      rows: [
        { goal: 'rounds of each race', measured: String(rounds), holds: rounds > 0 },
        none('answers 5xx', sumOf(counts, isServerFault)),
        ...[...broken].map(([name, times]) => none(name, times)),
        { goal: 'the process lives', measured: '', holds: await trial.isAlive() },
        ...(await trial.audit(true))
      ]
    }
  })
}

function courseOf({ product, arena, asOwner }: Trial, round: number, counts: Counts): Course {
  let address = 0
  return {
    url: product.url,
    lines: arena.lines,
    round,
    counts,
    addressed: () => {
      address += 1
      return { 'X-Forwarded-For': `10.${round}.${address >> 8}.${address & 255}` }
    },
    setCredits: (username, credits) =>
      asOwner(owner =>
        owner.begin(async tx => {
          const [user] =
            await tx`SELECT id, requests_count FROM users WHERE username_key = ${username} FOR UPDATE`
          await tx`INSERT INTO credit_ledger (user_id, delta, kind, ref)
            VALUES (${user.id}, ${credits - user.requests_count}, 'grant', ${`race:${username}`})`
          await tx`UPDATE users SET requests_count = ${credits} WHERE id = ${user.id}`
        })
      )
  }
}

interface Account {
  username: string
  client: Client
}

const credentials = (username: string, password = PASSWORD) => ({
  username,
  password,
  turnstile_token: BYPASS_TOKEN
})

async function newAccount({ url, addressed }: Course): Promise<Account> {
  const username = uniqueName('race')
  const client = createClient(url)
  const headers = addressed()
  await client.post('/api/auth/register', credentials(username), { headers })
  const { status } = await client.post('/api/auth/login', credentials(username), { headers })
  if (status !== 200) throw new Error(`login: ${status}`)
  return { username, client }
}

/** All at once; what came back is counted. */
async function together<T extends { status: number }>(
  { counts }: Course,
  calls: number,
  call: (at: number) => Promise<T>
): Promise<T[]> {
  const answers = await Promise.all(Array.from({ length: calls }, (_, at) => call(at)))
  for (const { status } of answers) add(counts, status)
  return answers
}

const withStatus = (answers: readonly { status: number }[], status: number) =>
  answers.filter(answer => answer.status === status).length

const beyond = (measured: number, lawful: number) => Math.abs(measured - lawful)

async function lastCredit(course: Course): Promise<number> {
  const { username, client } = await newAccount(course)
  await course.setCredits(username, 1)
  const answers = await together(course, AT_ONCE, at =>
    client.post('/api/search/perform', {
      query: course.lines[(course.round * AT_ONCE + at) % course.lines.length]
    })
  )
  return beyond(answers.filter(({ status, body }) => status === 200 && body.charged === 1).length, 1)
}

async function oneKey(course: Course): Promise<number> {
  const { client } = await newAccount(course)
  const headers = { 'Idempotency-Key': `race-${course.round}` }
  const query = course.lines[course.round % course.lines.length]
  await together(course, AT_ONCE / 2, () => client.post('/api/search/perform', { query }, { headers }))
  const { body } = await client.get('/api/auth/me')
  return beyond(SIGNUP_REQUESTS - body.user.requests_count, SEARCH_COST_REQUESTS)
}

async function oneName(course: Course): Promise<number> {
  const username = uniqueName('race')
  const answers = await together(course, 10, () =>
    createClient(course.url).post('/api/auth/register', credentials(username), {
      headers: course.addressed()
    })
  )
  return beyond(withStatus(answers, 200), 1)
}

async function guesses(course: Course): Promise<number> {
  const { username } = await newAccount(course)
  const answers = await together(course, 4 * LOGIN_FAILURES_PER_ACCOUNT, at =>
    createClient(course.url).post('/api/auth/login', credentials(username, `wrong password ${at}`), {
      headers: course.addressed()
    })
  )
  return Math.max(0, withStatus(answers, 401) - LOGIN_FAILURES_PER_ACCOUNT)
}

async function refreshes(course: Course): Promise<number> {
  const { client } = await newAccount(course)
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answers = await together(course, 10, () =>
    createClient(course.url).post('/refresh', undefined, { headers: { Cookie: cookie } })
  )
  return answers.length - withStatus(answers, 200)
}

async function passwordChanges(course: Course): Promise<number> {
  const { client } = await newAccount(course)
  const answers = await together(course, 4, at => {
    const changed = `${PASSWORD} ${at}`
    return client.post('/api/profile/change-password', {
      current_password: PASSWORD,
      new_password: changed,
      confirm_password: changed
    })
  })
  return beyond(withStatus(answers, 200), 1)
}

async function logouts(course: Course): Promise<number> {
  const { client } = await newAccount(course)
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const withCookie = { headers: { Cookie: cookie } }
  const asBefore = (method: 'get' | 'post', path: string) =>
    method === 'get'
      ? createClient(course.url).get(path, withCookie)
      : createClient(course.url).post(path, undefined, withCookie)
  await together(course, 9, at => {
    if (at % 3 === 0) return asBefore('post', '/api/auth/logout')
    return at % 3 === 1 ? asBefore('post', '/refresh') : asBefore('get', '/api/auth/me')
  })
  const after = await together(course, 1, () => asBefore('get', '/api/auth/me'))
  return withStatus(after, 200)
}
