import { ROLE_USER } from '#shared/labels/roles.ts'
import type { Row } from '#tests/bench/goal.ts'
import { createClient } from '#tests/kit/client.ts'
import { startOnOwnServer } from '#tests/kit/own-server.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { programOf } from '#tests/kit/public-api.ts'
import type { TestApp } from '#tests/kit/start-app.ts'

/*
 * Whoever may not search must not slow those who may: `bun tests/torture/readers.ts` compares, in one run, the searches of
 * a person beside eight connections that send the dearest line with the same searches while it is quiet.
 */

const CONNECTIONS = 8
const SEARCHES = 40
const RATIO_MAX = 3
const DEAREST = 'важа (лиза лизка лизонька вета;'.repeat(17).slice(0, 512)

type Call = () => Promise<{ status: number }>

/** Medians beside each crowd, as a multiple of the quiet median. */
export async function readersScene(): Promise<Omit<Row, 'id'>[]> {
  const server = await startOnOwnServer()
  try {
    const app = { url: server.product.url, database: { owner: server.owner } } as unknown as TestApp
    const victim = await signedInAs(app, ROLE_USER, 10_000)
    const poor = await signedInAs(app, ROLE_USER, 0)
    const { token } = await programOf(await signedInAs(app, ROLE_USER, 10_000), app.url)
    const stranger = createClient(app.url)
    const crowds: [name: string, call: Call][] = [
      ['a stranger', () => stranger.post('/api/search', { request: DEAREST })],
      ['no credits, parse_query', () => poor.post('/api/search/parse_query', { query: DEAREST })],
      ['no credits, perform', () => poor.post('/api/search/perform', { query: DEAREST })],
      ['a token over its interval', () => stranger.post('/api/search', { token, request: DEAREST })]
    ]
    while ((await search(victim)) !== 200) await Bun.sleep(500)
    await medianOf(victim)
    const rows: Omit<Row, 'id'>[] = []
    for (const [name, call] of crowds) {
      const quiet = await medianOf(victim)
      const statuses = new Map<number, number>()
      let isOver = false
      const crowd = Array.from({ length: CONNECTIONS }, async () => {
        while (!isOver) {
          const { status } = await call()
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      })
      const beside = await medianOf(victim)
      isOver = true
      await Promise.all(crowd)
      const ratio = beside / quiet
      const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
      rows.push({
        goal: `beside ${CONNECTIONS} × ${name} searches take ≤ ${RATIO_MAX}×`,
        measured: `${ratio.toFixed(2)}× (${quiet.toFixed(1)} → ${beside.toFixed(1)} ms; ${answers})`,
        holds: ratio <= RATIO_MAX
      })
    }
    return rows
  } finally {
    await server.close()
  }
}

let searches = 0
async function search(person: Person): Promise<number> {
  searches += 1
  return (await person.post('/api/search/perform', { query: `Иванов Иван ${searches}` })).status
}

/** A search that is refused counts as one that never came. */
async function medianOf(person: Person): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < SEARCHES; at += 1) {
    const startedAt = performance.now()
    const status = await search(person)
    times.push(status === 200 ? performance.now() - startedAt : Number.POSITIVE_INFINITY)
  }
  return times.sort((one, other) => one - other)[SEARCHES >> 1] ?? 0
}

if (import.meta.main)
  for (const { goal, measured, holds } of await readersScene())
    console.log(`${holds ? '✓' : '✗'} ${goal}: ${measured}`)
