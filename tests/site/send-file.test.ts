import { afterEach, expect, spyOn, test } from 'bun:test'
import { fingerprintOf, sendFile } from '#site/features/admin/import/send-file.ts'
import { until } from '#tests/kit/until.ts'
import { openPage, type Page } from './page.ts'

const ID = 'an-upload'
let page: Page
afterEach(() => page.close())

/** A server that takes the next bytes of a file, and whatever else an answer is asked to be. */
function openServer(size: number, answerTo: (piece: number) => Response | 'lose' | null = () => null) {
  const stored = new Uint8Array(size)
  const uploaded = { received: 0, pieces: [] as { offset: number; length: number }[], looks: 0 }
  page = openPage({
    [`GET /api/auth/admin/imports/${ID}`]() {
      uploaded.looks += 1
      return Response.json({ ok: true, import: { id: ID, received: uploaded.received } })
    },
    async [`PUT /api/auth/admin/imports/${ID}/piece`](request) {
      const bytes = await request.bytes()
      const offset = Number(new URL(request.url).searchParams.get('offset'))
      uploaded.pieces.push({ offset, length: bytes.length })
      const digest = `sha-256=:${Bun.SHA256.hash(bytes, 'base64')}:`
      expect(request.headers.get('content-digest')).toBe(digest)
      const answer = answerTo(uploaded.pieces.length)
      if (answer instanceof Response) return answer
      if (offset !== uploaded.received) return refusal('UPLOAD_OFFSET', 409)
      stored.set(bytes, offset)
      uploaded.received += bytes.length
      // The piece has come, and its answer is lost.
      if (answer === 'lose') return new Response('', { status: 502 })
      return Response.json({ ok: true, received: uploaded.received })
    }
  })
  return { stored, told: uploaded }
}

const refusal = (code: string, status: number) => Response.json({ ok: false, error: code, code }, { status })

function fileOf(size: number): { file: File; bytes: Uint8Array } {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  return { file: new File([bytes], 'таблица.csv'), bytes: bytes }
}

async function send(file: File, received = 0, signal = new AbortController().signal) {
  const progress: [number, boolean][] = []
  const job = { id: ID, received }
  await sendFile({
    file,
    job,
    signal,
    onProgress: (sent, isWaiting) => void progress.push([sent, isWaiting])
  })
  return progress
}

const SIZE = 1_500_000

test('sends a file in pieces that grow, each with its digest', async () => {
  const { stored, told: uploaded } = openServer(SIZE)
  const { file, bytes } = fileOf(SIZE)
  const progress = await send(file)
  expect(Buffer.from(stored).equals(bytes)).toBe(true)
  expect(uploaded.pieces).toEqual([
    { offset: 0, length: 524_288 },
    { offset: 524_288, length: SIZE - 524_288 }
  ])
  expect(progress).toEqual([
    [524_288, false],
    [SIZE, false]
  ])
})

test.each([1, 524_287, 524_289, 1_499_999])('goes on at byte %d', async received => {
  const { stored, told: uploaded } = openServer(SIZE)
  const { file, bytes } = fileOf(SIZE)
  stored.set(bytes.subarray(0, received))
  uploaded.received = received
  await send(file, received)
  expect(uploaded.pieces[0]?.offset).toBe(received)
  expect(Buffer.from(stored).equals(bytes)).toBe(true)
})

test('goes on where the server has it when another tab has sent more, or a piece less', async () => {
  const { stored, told: uploaded } = openServer(SIZE)
  const { file, bytes } = fileOf(SIZE)
  stored.set(bytes.subarray(0, 100_000))
  uploaded.received = 100_000
  await send(file, 0)
  expect([uploaded.pieces[0]?.offset, uploaded.pieces[1]?.offset, uploaded.looks]).toEqual([0, 100_000, 1])
  expect(Buffer.from(stored).equals(bytes)).toBe(true)
})

test('sends nothing twice when the answer to a piece is lost', async () => {
  const { stored, told: uploaded } = openServer(SIZE, piece => (piece === 1 ? 'lose' : null))
  const { file, bytes } = fileOf(SIZE)
  const progress = await send(file)
  expect(uploaded.pieces.map(({ offset }) => offset)).toEqual([
    0,
    524_288,
    ...uploaded.pieces.slice(2).map(p => p.offset)
  ])
  expect(uploaded.pieces.reduce((sum, { length }) => sum + length, 0)).toBe(SIZE)
  expect(Buffer.from(stored).equals(bytes)).toBe(true)
  expect(progress[0]).toEqual([0, true])
})

test.each([
  ['UPLOAD_DAMAGED', 400],
  ['UPLOAD_BUSY', 429],
  ['STOPPING', 503]
])('tries again in a smaller piece after %s', async (code, status) => {
  const { stored, told: uploaded } = openServer(SIZE, piece => (piece === 1 ? refusal(code, status) : null))
  const { file, bytes } = fileOf(SIZE)
  await send(file)
  expect(uploaded.pieces.slice(0, 2)).toEqual([
    { offset: 0, length: 524_288 },
    { offset: 0, length: 262_144 }
  ])
  expect(Buffer.from(stored).equals(bytes)).toBe(true)
})

test('waits while there is no network, and goes on as soon as the browser has one', async () => {
  const { stored, told: uploaded } = openServer(SIZE)
  const { file, bytes } = fileOf(SIZE)
  const online = globalThis.fetch
  let lost = 0
  globalThis.fetch = (() => {
    lost += 1
    return Promise.reject(new TypeError('Failed to fetch'))
  }) as unknown as typeof fetch
  // A pause never ends by itself.
  const pausing = spyOn(globalThis, 'setTimeout').mockImplementation((() => 0) as never)
  let isOver = false
  const sending = send(file).finally(() => {
    isOver = true
  })
  const goesOnline = (isDone: () => boolean) =>
    until(() => isDone() || (dispatchEvent(new Event('online')) && isDone()))
  await goesOnline(() => lost === 2)
  globalThis.fetch = online
  await goesOnline(() => isOver)
  const progress = await sending
  pausing.mockRestore()
  expect(progress.filter(([, isWaiting]) => isWaiting)).toEqual([
    [0, true],
    [0, true]
  ])
  expect(uploaded.looks).toBe(1)
  expect(Buffer.from(stored).equals(bytes)).toBe(true)
})

test.each([
  ['UPLOAD_TOO_LONG', 400],
  ['UPLOADS_FULL', 409],
  ['NOT_FOUND', 404],
  ['FORBIDDEN', 403]
])('ends at %s, which no repetition mends', async (code, status) => {
  const { told: uploaded } = openServer(SIZE, () => refusal(code, status))
  const { file } = fileOf(SIZE)
  await expect(send(file)).rejects.toMatchObject({ code, status })
  expect(uploaded.pieces).toHaveLength(1)
})

test('stops where it is when it is told to, also while it waits', async () => {
  const control = new AbortController()
  const { told: uploaded } = openServer(SIZE, () => refusal('STOPPING', 503))
  const { file } = fileOf(SIZE)
  const sending = send(file, 0, control.signal)
  while (uploaded.pieces.length === 0) await Bun.sleep(10)
  await Bun.sleep(50)
  control.abort()
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
  expect(uploaded.pieces).toHaveLength(1)
})

test('says that a file cannot be read any more', async () => {
  openServer(SIZE)
  const gone = Object.assign(fileOf(SIZE).file, {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) })
  })
  await expect(send(gone as File)).rejects.toThrow('Файл изменился или больше недоступен')
})

test('tells files apart that have one name and one size', async () => {
  openServer(0)
  const { file, bytes } = fileOf(300_000)
  const changed = Uint8Array.from(bytes)
  changed[150_010] = (changed[150_010] ?? 0) ^ 1
  expect(await fingerprintOf(file)).toBe(await fingerprintOf(new File([Uint8Array.from(bytes)], 'копия.csv')))
  expect(await fingerprintOf(new File([changed], 'таблица.csv'))).not.toBe(await fingerprintOf(file))
})
