import { count, none } from '#tests/bench/crash/books.ts'
import { hostileLines } from '#tests/kit/hostile-lines.ts'
import { growthRow, memoryOf } from '../measures.ts'
import { add, type Counts, isOver, type Order, type Outcome } from '../phase.ts'
import { inTrial } from '../trial.ts'
import type { Material } from './bodies.ts'
import { createCaller } from './caller.ts'
import { type Input, makeInput } from './inputs.ts'
import { faultOf } from './judge.ts'
import { type Operation, operationsOf } from './operations.ts'
import { openSessions, type Sessions } from './sessions.ts'
import type { Answer, Silence } from './speaker.ts'

const SENDERS = 16
const HOSTILE_MIXTURES = 400
const FAULTS_TOLD = 20
const GROWTH_MAX_MB = 150
const TOLD_EVERY = 25_000

interface Run {
  order: Order
  port: number
  operations: Operation[]
  material: Material
  counts: Counts
  faults: string[]
  next: number
}

/** Every route of the product × bodies, addresses, heads and methods that nobody should send. */
export async function fuzz(order: Order): Promise<Outcome> {
  return inTrial(1, trial =>
    trial.asOwner(async owner => {
      const { url, port, pid } = trial.product
      const routes = await operationsOf(url)
      // A route that takes something can be asked wrongly in more ways.
      const takers = routes.filter(({ body, path, query }) => body || query.length > 0 || path.includes('{'))
      const operations = [...routes, ...takers, ...takers]
      const material = { lines: trial.arena.lines, hostile: hostileLines(HOSTILE_MIXTURES, order.seed) }
      const run: Run = { order, port, operations, material, counts: {}, faults: [], next: order.from }
      const senders = await Promise.all(Array.from({ length: SENDERS }, () => openSessions(url, owner)))
      const sendUpTo = (end: number) => Promise.all(senders.map(sessions => send(run, sessions, end)))
      const end = order.from + order.inputs
      // Caches and code are warm after a tenth.
      await sendUpTo(order.from + Math.ceil(order.inputs / 10))
      const memory = memoryOf(pid)
      await sendUpTo(end)
      const memoryAfter = memoryOf(pid)
      const sent = run.next - order.from
      return {
        counts: run.counts,
        rows: [
          count('routes', routes.length),
          { goal: `inputs ≥ ${order.inputs}`, measured: String(sent), holds: sent >= order.inputs },
          none('answers 5xx', run.faults.filter(isFailure).length),
          none('other faults in answers', run.faults.filter(fault => !isFailure(fault)).length),
          { goal: 'the process lives', measured: '', holds: await trial.isAlive() },
          growthRow(`memory grows ≤ ${GROWTH_MAX_MB} MB`, [memory, memoryAfter], GROWTH_MAX_MB, ' MB'),
          ...(await trial.audit())
        ]
      }
    })
  )
}

async function send(run: Run, sessions: Sessions, end: number): Promise<void> {
  const { order, port, operations, material, counts } = run
  const caller = createCaller(port)
  while (run.next < end && !isOver(order)) {
    const number = run.next++
    if (number > order.from && number % TOLD_EVERY === 0) order.say(`  fuzz: ${number} inputs`)
    const input = makeInput(operations, material, order.seed, number)
    const bytes = input.bytes(sessions.cookieOf(input.principal))
    const answer = await caller.ask(input, bytes)
    add(counts, typeof answer === 'string' ? answer : answer.status)
    report(run, number, input, answer)
    if (typeof answer === 'string' || input.hasBadCookie) continue
    sessions.keep(input.principal, answer.cookies)
    const isSignedOut = answer.status === 401 && answer.body.includes('NOT_')
    if (isSignedOut || input.operation?.path === '/api/auth/logout') await sessions.renew(input.principal)
  }
  caller.hangUp()
}

const isFailure = (fault: string) => fault.startsWith('status 5')

function report({ order, faults }: Run, number: number, input: Input, answer: Answer | Silence): void {
  const fault = faultOf(input, answer)
  if (fault === null) return
  faults.push(fault)
  if (faults.length > FAULTS_TOLD) return
  const sent = input.bytes('').toString('latin1').slice(0, 600)
  order.say(`  fault at --only fuzz --seed ${order.seed} --from ${number} --inputs 1: ${fault}`)
  order.say(`    as ${input.principal}: ${JSON.stringify(sent)}`)
  if (typeof answer !== 'string') order.say(`    ${answer.status} ${answer.body.slice(0, 300)}`)
}
