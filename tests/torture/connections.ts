import { type Product, startProduct } from '#tests/bench/product.ts'
import { freePort } from '#tests/kit/start-app.ts'
import type { Arena } from './arena.ts'

export interface Crowd {
  /** Search threads of each process. */
  threads: number
  /** On one database. */
  processes: number
  /** At a time, each with an account of its own; every third leaves before it is answered. */
  clients: number
  /** Searches of each client, one after the other. */
  searches: number
}

/** The whole matrix that a machine of any size must stand. */
export const THREADS = [1, 2, 4, 6, 8, 12]
export const PROCESSES = [1, 2, 3]
export const CLIENTS = [16, 120]

const LEAVER_EVERY = 3
/** Some leave before they are looked at, some while they wait, some while they are searched for. */
const LEAVES_WITHIN_MS = 40
export const LEFT = 'left'

/** How many searches were answered with which status (of a refusal, with its code), and how many were left before. */
export type Answers = Record<string, number>

/**
 * Starts processes of the product on one database and lets a crowd search.
 *
 * @throws When a process does not start, or a connection breaks that nobody left.
 */
export async function countAnswers(arena: Arena, crowd: Crowd): Promise<Answers> {
  const products: Product[] = []
  try {
    for (let at = 0; at < crowd.processes; at += 1)
      products.push(
        await startProduct(arena.dataDir, {
          SEED: 'none',
          PORT: String(freePort()),
          SEARCH_THREADS: String(crowd.threads)
        })
      )
    const answers: Answers = {}
    await Promise.all(
      Array.from({ length: crowd.clients }, async (_, client) => {
        const { url } = products[client % crowd.processes] as Product
        for (let search = 0; search < crowd.searches; search += 1) {
          const place = search * crowd.clients + client
          const status = await ask(url, arena, client, place)
          answers[status] = (answers[status] ?? 0) + 1
        }
      })
    )
    return answers
  } finally {
    await Promise.all(products.map(product => product.stop()))
  }
}

async function ask(url: string, { lines, cookies }: Arena, client: number, place: number): Promise<string> {
  const leaves = client % LEAVER_EVERY === 0
  const leave = new AbortController()
  const timer = leaves && setTimeout(() => leave.abort(), place % LEAVES_WITHIN_MS)
  try {
    const answer = await fetch(`${url}/api/search/perform`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        cookie: cookies[client] ?? ''
      },
      body: JSON.stringify({ query: lines[place % lines.length] }),
      signal: leave.signal
    })
    const text = await answer.text()
    return answer.ok ? String(answer.status) : `${answer.status} ${JSON.parse(text).code}`
  } catch (error) {
    if (leave.signal.aborted) return LEFT
    throw error
  } finally {
    if (timer) clearTimeout(timer)
  }
}
