import type { SQL } from 'bun'
import { createRandom, type Random } from '#api/db/seed/random.ts'
import { BYPASS_TOKEN } from '#shared/constants.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { type Client, createClient } from '#tests/kit/client.ts'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { type Call, type Journal, type Question, wasLost } from './journal.ts'
import { shuffled } from './lines.ts'

/** A signed-in person with lines left to ask. */
export interface Asker {
  username: string
  client: Client
  random: Random
  lines: string[]
  /** Asks again after a crash what got no answer; the others leave it. */
  insists: boolean
  /** What got no answer in this round. */
  unanswered: Set<Question>
  last: Question | null
}

const PEOPLE = 8
const CREDITS = 1_000_000
/** One of them runs out in the first rounds, and one is never charged. */
const FEW_CREDITS = 200
const KEYED = 0.4
const REPEATED = 0.15

/** Registers the people of a run through the front door; credits are granted with their ledger rows. */
export async function makeAskers(
  url: string,
  owner: SQL,
  lines: readonly string[],
  seed: number
): Promise<Asker[]> {
  const askers: Asker[] = []
  for (let at = 0; at < PEOPLE; at += 1) {
    const client = createClient(url)
    const account = { username: uniqueName(), password: PASSWORD, turnstile_token: BYPASS_TOKEN }
    await client.post('/api/auth/register', account)
    const { status, body } = await client.post('/api/auth/login', account)
    if (status !== 200) throw new Error(`login: ${status}`)
    const credits = at === 0 ? FEW_CREDITS : CREDITS
    await owner.begin(async tx => {
      await tx`UPDATE users SET requests_count = requests_count + ${credits} WHERE id = ${body.user.id}`
      await tx`INSERT INTO credit_ledger (user_id, delta, kind, ref)
        VALUES (${body.user.id}, ${credits}, 'grant', ${`crash:${account.username}`})`
      if (at === 1) await tx`UPDATE users SET role = ${ROLE_INFINITY} WHERE id = ${body.user.id}`
    })
    const random = createRandom(seed, at + 1)
    askers.push({
      username: account.username,
      client,
      random,
      lines: shuffled(lines, random),
      insists: at % 2 === 0,
      unanswered: new Set(),
      last: null
    })
  }
  return askers
}

/** Mostly something new, sometimes the last question once more; null when there is nothing left to ask. */
export function nextQuestion(asker: Asker): Question | null {
  if (asker.last && asker.random.chance(REPEATED)) return asker.last
  const query = asker.lines.pop()
  if (query === undefined) return null
  const key = asker.random.chance(KEYED) ? `key-${asker.lines.length}` : null
  asker.last = { username: asker.username, query, key }
  return asker.last
}

/** One call, written into the journal whatever becomes of it. False when it is worth another try. */
export async function ask(
  asker: Asker,
  question: Question,
  journal: Journal,
  isRetry = false
): Promise<boolean> {
  const headers: HeadersInit = question.key === null ? {} : { 'Idempotency-Key': question.key }
  const call: Call = { question, isRetry, status: null, charged: 0, complete: false, at: 0 }
  try {
    const { status, body } = await asker.client.post(
      '/api/search/perform',
      { query: question.query },
      { headers }
    )
    call.status = status
    if (status === 200) {
      call.charged = body.charged
      call.complete = body.failed_sources.length === 0
    }
  } catch {
    // The connection ended: what happened to the charge is what the run is about.
  }
  call.at = performance.now()
  journal.calls.push(call)
  if (wasLost(call)) asker.unanswered.add(question)
  else asker.unanswered.delete(question)
  return !wasLost(call)
}
