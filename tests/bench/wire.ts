import type { Socket } from 'bun'

export interface Reply {
  status: number
  bytes: number
  /** The end of the body, where a search says what it cost. */
  tail: string
}

/** One kept-alive connection, for one request at a time. */
export interface Wire {
  /** Sends a whole request and takes its answer. Rejects when the connection ends before it. */
  ask(request: string): Promise<Reply>
  close(): void
}

/** What the end of a paid search's answer holds. */
export const CHARGED = '"charged":1'

/** Enough for the end of a search's answer and the frames of its last pieces. */
const TAIL_BYTES = 96
const HEAD_END = '\r\n\r\n'
/** The end of an answer in pieces; our JSON, which is never compressed for this client, has no line break. */
const PIECES_END = '\r\n0\r\n\r\n'
const STATUS_AT = 'HTTP/1.1 '.length

interface Waiting {
  resolve(reply: Reply): void
  reject(error: Error): void
}

/**
 * A connection to a server of this machine that reads no more of an answer than its status, its length and its end:
 * `fetch` would take more of the processor than what is measured. Understands answers with a Content-Length, and JSON in
 * pieces (`Transfer-Encoding: chunked`), whose frames count as its bytes.
 */
export async function connect(port: number): Promise<Wire> {
  let waiting: Waiting | null = null
  let head: Buffer | null = null
  let reply: Reply = { status: 0, bytes: 0, tail: '' }
  let left = 0
  let unsent: Uint8Array | null = null

  function take(chunk: Buffer): void {
    if (left > 0) {
      takeBody(chunk)
      return
    }
    const all: Buffer = head ? Buffer.concat([head, chunk]) : chunk
    const end = all.indexOf(HEAD_END)
    if (end < 0) {
      head = Buffer.from(all)
      return
    }
    head = null
    const text = all.toString('latin1', 0, end)
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
    left = length === undefined ? Number.POSITIVE_INFINITY : Number(length)
    reply = { status: Number(text.slice(STATUS_AT, STATUS_AT + 3)), bytes: 0, tail: '' }
    if (left === 0) done()
    else if (all.length > end + HEAD_END.length) takeBody(all.subarray(end + HEAD_END.length))
  }

  function takeBody(chunk: Buffer): void {
    reply.bytes += chunk.length
    left -= chunk.length
    reply.tail = (reply.tail + chunk.toString('latin1', Math.max(0, chunk.length - TAIL_BYTES))).slice(
      -TAIL_BYTES
    )
    if (left <= 0 || (left === Number.POSITIVE_INFINITY && reply.tail.endsWith(PIECES_END))) done()
  }

  function done(): void {
    const { resolve } = waiting ?? {}
    waiting = null
    left = 0
    resolve?.(reply)
  }

  function fail(error: Error): void {
    const { reject } = waiting ?? {}
    waiting = null
    reject?.(error)
  }

  function send(socket: Socket, bytes: Uint8Array): void {
    const sent = socket.write(bytes)
    unsent = sent < bytes.length ? bytes.subarray(Math.max(0, sent)) : null
  }

  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data: (_, chunk) => take(chunk),
      drain: open => {
        if (unsent) send(open, unsent)
      },
      close: () => fail(new Error('the connection was closed')),
      error: (_, error) => fail(error)
    }
  })
  return {
    ask(request) {
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        send(socket, Buffer.from(request))
      })
    },
    close: () => socket.end()
  }
}

/** The text of a request. `cookie` is a whole header value, '' for none. */
export function requestText(method: 'GET' | 'POST', path: string, cookie: string, body = ''): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Sec-Fetch-Site: same-origin']
  if (cookie !== '') lines.push(`Cookie: ${cookie}`)
  if (body !== '') lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  return `${lines.join('\r\n')}${HEAD_END}${body}`
}
