import { afterAll, beforeAll, expect, test } from 'bun:test'
import { corkedBody } from '#api/http/corked-body.ts'

const SIZES = [0, 1, 15_359, 15_360, 140_000, 6_000_000]
const HEADERS = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`x-header-${at}`, `value ${at}`]))

const bytesOf = (size: number) => Uint8Array.from({ length: size }, (_, at) => (at * 31) >> 3)

let server: ReturnType<typeof Bun.serve>
beforeAll(() => {
  server = Bun.serve({
    port: 0,
    async fetch({ url }) {
      // Only what is answered in a later turn was ever sent piece by piece.
      await Bun.sleep(1)
      const bytes = bytesOf(Number(new URL(url).searchParams.get('size')))
      const middle = bytes.length >> 1
      return new Response(corkedBody([bytes.subarray(0, middle), bytes.subarray(middle)]), {
        headers: HEADERS
      })
    }
  })
})
afterAll(() => server.stop(true))

const ask = (size: number, signal?: AbortSignal) =>
  fetch(`${server.url}?size=${size}`, signal ? { signal } : {})

test('gives every byte and tells how many there are', async () => {
  for (const size of SIZES) {
    const answer = await ask(size)
    expect(answer.headers.get('content-length')).toBe(String(size))
    expect(answer.headers.get('x-header-11')).toBe('value 11')
    expect(Buffer.compare(await answer.bytes(), bytesOf(size))).toBe(0)
  }
})

test('waits for a client that reads slowly, and outlives one that leaves', async () => {
  const size = 6_000_000
  const slow = await ask(size)
  let read = 0
  for await (const chunk of slow.body ?? []) {
    read += chunk.length
    if (read < size / 4) await Bun.sleep(2)
  }
  expect(read).toBe(size)
  for (let left = 0; left < 20; left += 1) {
    const leaving = new AbortController()
    await ask(size, leaving.signal)
    leaving.abort()
  }
  expect((await ask(1)).status).toBe(200)
})

/** Prints how many of sixty answers did not begin with a whole head. */
const READER = `
let torn = 0
for (let request = 0; request < 60; request += 1) {
  const { promise, resolve } = Promise.withResolvers()
  const data = (socket, chunk) => { resolve(chunk.toString('latin1')); socket.end() }
  const socket = await Bun.connect({ hostname: '127.0.0.1', port: Number(process.argv.at(-1)), socket: { data } })
  socket.write('GET /?size=140000 HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n')
  if (!(await promise).includes('\\r\\n\\r\\n')) torn += 1
}
console.log(torn)`

test('leaves together with its head', async () => {
  const reader = Bun.spawn([process.execPath, '-e', READER, String(server.port)], { stdout: 'pipe' })
  expect(await new Response(reader.stdout).text()).toBe('0\n')
})
