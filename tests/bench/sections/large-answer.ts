import { API_INTERVAL_MS, API_LIMIT_MAX, API_TIMEOUT_MS } from '#shared/constants.ts'
import type { Section } from '#tests/bench/bench.ts'
import { memoryOf } from '#tests/torture/measures.ts'

const GROWTH_MAX_MB = 100
const ROUNDS = 3
const SAMPLE_MS = 10
/** What many are called. */
const LINES = ['Иванов', 'Смирнов', 'Александр', 'Кузнецов', 'Сергей']
const MB = 2 ** 20

/** P18: the largest answer that a program may ask for. */
export const largeAnswer: Section = {
  ids: ['P18'],
  async run(bench) {
    const { url, pid } = await bench.product()
    const token = await newToken(url, (await bench.askers()).unlimited[0] ?? '')
    const idle = memoryOf(pid)
    let peak = 0
    const sampling = setInterval(() => {
      peak = Math.max(peak, memoryOf(pid) ?? 0)
    }, SAMPLE_MS)
    const lines: string[] = []
    const grown: number[] = []
    let slowestMs = 0
    let least = API_LIMIT_MAX
    for (const request of Array.from({ length: ROUNDS }, () => LINES).flat()) {
      await Bun.sleep(2 * API_INTERVAL_MS)
      const before = memoryOf(pid) ?? 0
      peak = before
      const { records, bytes, pieces, firstMs } = await readInPieces(url, token, request)
      grown.push(Math.max(peak, memoryOf(pid) ?? 0) - before)
      slowestMs = Math.max(slowestMs, firstMs)
      least = Math.min(least, records)
      if (lines.length < LINES.length)
        lines.push(
          `${request} ${records} in ${firstMs.toFixed(0)} ms, ${(bytes / MB).toFixed(1)} MB in ${pieces} pieces`
        )
    }
    clearInterval(sampling)
    bench.row('P18', `up to ${API_LIMIT_MAX} records a call`, lines.join('; '), least === API_LIMIT_MAX)
    bench.row(
      'P18',
      `begins within ${API_TIMEOUT_MS} ms`,
      `${slowestMs.toFixed(0)} ms`,
      slowestMs <= API_TIMEOUT_MS
    )
    // Garbage of earlier calls comes and goes by more than a call needs, so each call is held against the moment before.
    const most = Math.max(...grown)
    const keptKb = idle === null ? null : (memoryOf(pid) ?? 0) - idle
    bench.row(
      'P18',
      `a call grows memory by ≤ ${GROWTH_MAX_MB} MB, and ${grown.length} calls leave no more behind`,
      keptKb === null
        ? 'not measured'
        : `at most ${most} MB (${grown.join(', ')}), ${keptKb} MB left over ${idle} MB`,
      keptKb === null ? null : most <= GROWTH_MAX_MB && keptKb <= GROWTH_MAX_MB
    )
  }
}

async function newToken(url: string, cookie: string): Promise<string> {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const { api_tokens: old } = await (await fetch(`${url}/api/tokens`, { headers })).json()
  for (const { id } of old) await fetch(`${url}/api/delete_token/${id}`, { method: 'DELETE', headers })
  const { token } = await (await fetch(`${url}/api/generate_token`, { method: 'POST', headers })).json()
  return token
}

/** As a client that keeps none of it. @throws When it is no whole answer. */
async function readInPieces(url: string, token: string, request: string) {
  const startedAt = performance.now()
  const response = await fetch(`${url}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'identity' },
    body: JSON.stringify({ token, request, limit: API_LIMIT_MAX })
  })
  const firstMs = performance.now() - startedAt
  let [bytes, pieces, records, last] = [0, 0, 0, '']
  const decoder = new TextDecoder()
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    pieces += 1
    last = (last + decoder.decode(piece, { stream: true })).slice(-3 * piece.length)
    const count = /"results_count":(\d+)/.exec(last)?.[1]
    if (count !== undefined) records = Number(count)
  }
  if (response.status !== 200 || !/"balance":\d+\}$/.test(last))
    throw new Error(`${request}: ${response.status}`)
  return { records, bytes, pieces, firstMs }
}
