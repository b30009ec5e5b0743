import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createConnection } from 'node:net'
import { registerAndLogin } from '#tests/kit/people.ts'
import { programOf } from '#tests/kit/public-api.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** Sends a byte now and then of a body that never ends; what the server says. */
function trickle(length: string): Promise<string> {
  const { port } = new URL(app.url)
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = createConnection(Number(port), '127.0.0.1')
  socket.write(
    `POST /api/lists HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${length}\r\n\r\n`
  )
  const sending = setInterval(() => socket.write(length.includes('chunked') ? '1\r\n \r\n' : ' '), 200)
  let answer = ''
  socket.on('data', data => {
    answer += data
    if (answer.includes('\r\n\r\n')) socket.end()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    clearInterval(sending)
    resolve(answer)
  })
  return promise
}

test.each(['content-length: 9000000', 'transfer-encoding: chunked'])(
  'a body that trickles (%s) is refused, and gives its place to others',
  async length => {
    const slow = [trickle(length), trickle(length)]
    const program = await programOf(await registerAndLogin(app), app.url)
    for (const answer of await Promise.all(slow)) expect(answer).toMatch(/BODY_TOO_SLOW|LISTS_BEING_READ/)
    const { status } = await program.ask('/api/lists', { lines: ['Примеров Илья'] })
    expect(status).toBe(201)
  }
)
