import { beforeAll, expect, test } from 'bun:test'
import { createPiecePlaces } from '#api/features/import-jobs/piece-places.ts'
import { administeredApp } from '#tests/kit/administered-app.ts'
import { IMPORTS } from '#tests/kit/uploads.ts'

const SLOW_MS = 1_500
const PLACES = 8
const { app, admin, files } = administeredApp()
beforeAll(async () => {
  app.context.piecePlaces = createPiecePlaces(SLOW_MS)
})

/** Begins a piece and sends only its first bytes. What it is answered later is in `answer`. */
async function sendSlowly(id: string) {
  const cookies = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { hostname, port } = new URL(app.url)
  const reply = { answer: '' }
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_, bytes) {
        reply.answer += bytes.toString()
      }
    }
  })
  socket.write(
    `PUT ${IMPORTS}/${id}/piece?offset=0 HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookies}\r\n` +
      'Sec-Fetch-Site: same-origin\r\nContent-Type: application/octet-stream\r\nContent-Length: 100000\r\n\r\n'
  )
  socket.write(new Uint8Array(100))
  return { told: reply, socket, id }
}

/** As much at a time as the connection takes. */
async function sendRest({ socket }: Awaited<ReturnType<typeof sendSlowly>>): Promise<void> {
  for (let left = 99_900; left > 0; await Bun.sleep(5)) left -= socket.write(new Uint8Array(left))
}

test('eight pieces that come slowly do not keep a ninth from coming', async () => {
  const ids: string[] = []
  for (let at = 0; at <= PLACES; at += 1)
    ids.push((await files.begin(`slow-${at}.csv`, 200_000)).body.import.id)
  const slow = await Promise.all(ids.slice(0, PLACES).map(sendSlowly))
  await Bun.sleep(300)
  const last = ids[PLACES] ?? ''
  const early = await files.piece(last, 0, new Uint8Array(1_000))
  expect([early.status, early.body.code, early.headers.get('retry-after')]).toEqual([429, 'UPLOAD_BUSY', '1'])
  await Bun.sleep(SLOW_MS)
  const accepted = await files.piece(last, 0, new Uint8Array(1_000))
  expect([accepted.status, accepted.body.received]).toEqual([200, 1_000])
  await Bun.sleep(100)
  const [first, ...others] = slow.toSorted((a, b) => b.told.answer.length - a.told.answer.length)
  expect(first?.told.answer).toContain('UPLOAD_BUSY')
  expect(others.map(({ told }) => told.answer)).toEqual(Array(PLACES - 1).fill(''))
  // Nothing of the piece that gave its place is taken, and the others go on.
  expect((await files.read(first?.id ?? '')).received).toBe(0)
  await Promise.all(others.map(sendRest))
  await Bun.sleep(500)
  for (const { id } of others) expect((await files.read(id)).received).toBe(100_000)
  for (const { socket } of slow) socket.terminate()
})
