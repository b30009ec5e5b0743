import { SQL } from 'bun'
import { Elysia } from 'elysia'
import { readConfig } from '#api/config.ts'
import { createContext } from '#api/context.ts'
import { openDatabase } from '#api/db/connect.ts'
import { openSecrets } from '#api/db/keys.ts'
import { passGate } from '#api/engines/gate.ts'
import { openRecords } from '#api/engines/index.ts'
import { search } from '#api/engines/search.ts'
import { parseLine } from '#api/features/search/answer/parse-query.ts'
import { plainCallerOf } from './plain-cookie.ts'
import { orderOf, serveUntilLeft } from './server.ts'

export interface NaiveOrder {
  dataDir: string
}

/**
 * A paid search as one would write it first: four statements one after another, each for itself. It finds with the
 * product's engine and gives the records as they come, neither ranked nor put together, without ledger or audit.
 */
const { port, order } = orderOf<NaiveOrder>()
const config = readConfig({
  DATA_DIR: order.dataDir,
  SEED: 'none',
  LOG_LEVEL: 'error',
  // It searches itself, so its own connections for searches are as many as a search thread has.
  SEARCH_THREADS: '0'
})
const database = await openDatabase(config)
const secrets = await openSecrets(config, database.owner)
const context = createContext({
  config,
  secrets,
  database,
  records: openRecords(config, database)
})
/** As many connections as the product has. It sets balances, which the application may not. */
const sql = new SQL({ ...database.owner.options, max: 12 } as SQL.Options)

async function paidSearch(request: Request, query: string): Promise<Response> {
  const caller = plainCallerOf(request.headers)
  const [user] = await sql<{ id: number }[]>`SELECT users.id FROM sessions JOIN users ON users.id = user_id
    WHERE sessions.id = ${caller?.sessionId ?? null} AND expires_at > now()`
  if (!user) return new Response(null, { status: 401 })
  const [paid] = await sql<{ left: number }[]>`UPDATE users SET requests_count = requests_count - 1
    WHERE id = ${user.id} AND requests_count > 0 RETURNING requests_count AS left`
  if (!paid) return new Response(null, { status: 402 })
  const { policy } = await context.sources.current()
  const { candidates } = await search(context, parseLine(query, null), policy, request.signal)
  const passed = passGate(candidates, policy)
  const records = passed.map(({ record_id, source, fields }) => ({ record_id, source, fields }))
  await sql`INSERT INTO search_history (user_id, query, results_count)
    VALUES (${user.id}, ${query}, ${records.length})`
  return Response.json({ success: true, query, records, charged: 1, requests_left: paid.left })
}

new Elysia()
  .post('/api/search/perform', ({ request, body }) =>
    paidSearch(request, String((body as { query?: unknown }).query))
  )
  .listen({ port, hostname: '127.0.0.1' })
await serveUntilLeft()
