import type { Socket } from 'bun'

export interface Answer {
  status: number
  /** Names in lower case; lists of Set-Cookie apart. */
  headers: Map<string, string>
  cookies: string[]
  body: string
}

/** How an exchange ended when nothing was answered. */
export type Silence = 'closed' | 'silent'

/** A connection that sends bytes as they are and reads whatever comes back. */
export interface Speaker {
  /** One exchange at a time. `method` decides whether the answer has a body. */
  say(bytes: Uint8Array, method: string, waitMs: number): Promise<Answer | Silence>
  /** Without waiting for anything: the port is free again at once. */
  hangUp(): void
}

const HEAD_END = '\r\n\r\n'

interface Exchange {
  method: string
  end(result: Answer | Silence): void
}

export async function openSpeaker(port: number): Promise<Speaker> {
  let exchange: Exchange | null = null
  let isOpen = true
  let heard = Buffer.alloc(0)
  let unsent: Uint8Array | null = null

  const finish = (result: Answer | Silence) => {
    const ended = exchange
    exchange = null
    ended?.end(result)
  }
  const send = (socket: Socket, bytes: Uint8Array) => {
    const sent = Math.max(0, socket.write(bytes))
    unsent = sent < bytes.length ? bytes.subarray(sent) : null
  }
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data(_, chunk) {
        heard = Buffer.concat([heard, chunk])
        const read = exchange && readAnswer(heard, exchange.method)
        if (!read) return
        heard = heard.subarray(read.bytes)
        finish(read.answer)
      },
      drain: open => {
        if (unsent) send(open, unsent)
      },
      close() {
        isOpen = false
        finish('closed')
      },
      error() {
        isOpen = false
        finish('closed')
      }
    }
  })
  return {
    say(bytes, method, waitMs) {
      if (!isOpen) return Promise.resolve('closed')
      return new Promise(resolve => {
        const timer = setTimeout(() => finish('silent'), waitMs)
        heard = Buffer.alloc(0)
        exchange = {
          method,
          end(result) {
            clearTimeout(timer)
            resolve(result)
          }
        }
        send(socket, bytes)
      })
    },
    hangUp: () => socket.terminate()
  }
}

/** Null until the whole answer is there. */
function readAnswer(heard: Buffer, method: string): { answer: Answer; bytes: number } | null {
  const headEnd = heard.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const [first = '', ...lines] = heard.toString('latin1', 0, headEnd).split('\r\n')
  const headers = new Map<string, string>()
  const cookies: string[] = []
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    if (name === 'set-cookie') cookies.push(value)
    else headers.set(name, value)
  }
  const status = Number(first.split(' ')[1])
  const from = headEnd + HEAD_END.length
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304
  const content = hasBody ? readContent(heard.subarray(from), headers) : { body: Buffer.alloc(0), bytes: 0 }
  if (!content) return null
  // What is not compressed is read; the rest was checked by its length.
  const body = headers.has('content-encoding') ? '' : content.body.toString('utf8')
  return { answer: { status, headers, cookies, body }, bytes: from + content.bytes }
}

function readContent(heard: Buffer, headers: Map<string, string>): { body: Buffer; bytes: number } | null {
  if (headers.get('transfer-encoding')?.toLowerCase() === 'chunked') return readChunks(heard)
  const bytes = Number(headers.get('content-length') ?? 0)
  return heard.length < bytes ? null : { body: heard.subarray(0, bytes), bytes }
}

function readChunks(heard: Buffer): { body: Buffer; bytes: number } | null {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = heard.indexOf('\r\n', at)
    if (lineEnd < 0) return null
    const length = Number.parseInt(heard.toString('latin1', at, lineEnd), 16)
    const next = lineEnd + 2 + length + 2
    if (Number.isNaN(length) || heard.length < next) return null
    if (length === 0) return { body: Buffer.concat(chunks), bytes: next }
    chunks.push(heard.subarray(lineEnd + 2, lineEnd + 2 + length))
    at = next
  }
}
