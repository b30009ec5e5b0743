import { Elysia } from 'elysia'
import { readConfig } from '#api/config.ts'
import { openDatabase } from '#api/db/connect.ts'
import { userOfSession } from '#api/features/sessions/store.ts'
import { plainCallerOf } from './plain-cookie.ts'
import { orderOf, serveUntilLeft } from './server.ts'

export interface BareOrder {
  dataDir: string
  routes: BareRoute[]
}

export interface BareRoute {
  path: string
  body: unknown
  /** Looks the session and its user up, by the product's own statement. */
  looksUp: boolean
}

/** Elysia with nothing around the answer: what HTTP, JSON and the one look-up cost at the least. */
const { port, order } = orderOf<BareOrder>()
const database = await openDatabase(readConfig({ DATA_DIR: order.dataDir, SEED: 'none', LOG_LEVEL: 'error' }))
const app = new Elysia()
for (const { path, body, looksUp } of order.routes) {
  if (looksUp) app.get(path, async ({ request }) => ((await isSignedIn(request)) ? body : refused()))
  else app.get(path, () => body)
}
app.listen({ port, hostname: '127.0.0.1' })
await serveUntilLeft()

async function isSignedIn({ headers }: Request): Promise<boolean> {
  const caller = plainCallerOf(headers)
  return caller !== null && (await userOfSession(database.app, caller.sessionId, caller.userId)) !== null
}

function refused(): Response {
  return new Response(null, { status: 401 })
}
