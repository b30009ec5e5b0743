import { createDrain } from '#api/http/drain.ts'

/** The smallest server that stops as the product does: answers take a moment, and the thread is busy at times. */
const BUSY_MS = 20

const drain = createDrain()
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch() {
    await Bun.sleep(Math.random() * 30)
    const until = performance.now() + (Math.random() < 0.05 ? BUSY_MS : 0)
    while (performance.now() < until) Math.sqrt(2)
    const headers: Record<string, string> = {}
    try {
      drain.admit(headers)
      return new Response('ok', { headers })
    } catch {
      return new Response('late', { status: 503, headers })
    }
  }
})
process.on('SIGTERM', () => void drain.stop(server).then(() => process.exit(0)))
console.log(server.port)
