import { Elysia } from 'elysia'
import { orderOf, serveUntilLeft } from './server.ts'

/** Bodies by path. */
export type BareOrder = Record<string, unknown>

/** Elysia with nothing around the answer: what HTTP and JSON cost at the least. */
const { port, order } = orderOf<BareOrder>()
const app = new Elysia()
for (const [path, body] of Object.entries(order)) app.get(path, () => body)
app.listen({ port, hostname: '127.0.0.1' })
await serveUntilLeft()
