import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a proxy does to a call in place of passing it on as it is. */
export type Fault =
  /** Nobody listens. */
  | { kind: 'refuse' }
  /** The connection is reset when the call has come. */
  | { kind: 'reset' }
  /** The call is read and never answered. */
  | { kind: 'silence' }
  /** The server is asked so much later. */
  | { kind: 'late'; ms: number }
  /** The server is asked when the test says so, also of a client that has left by then. */
  | { kind: 'held'; onArrival(): void; until: Promise<void>; onAnswer(status: number): void }
  /** The answer comes byte by byte. */
  | { kind: 'trickle'; msPerByte: number }
  /** The answer ends in the middle. */
  | { kind: 'cut' }
  /** The server's own answer in JSON, altered. */
  | { kind: 'altered'; alter: (answer: Json) => Json }
  /** An answer of the proxy; the server is not asked. */
  | { kind: 'answer'; status: number; type: string; body: string | Uint8Array }

// biome-ignore lint/suspicious/noExplicitAny: an answer of whatever server
type Json = any

export interface FaultProxy {
  url: string
  /** Calls that came. */
  readonly calls: number
  /** Calls with such a path that are not yet answered nor left by their client. */
  underWay(paths: RegExp): number
  /** From now on, calls whose path fits are treated so; connections that stand are ended where nobody listens. */
  begin(fault: Fault, paths?: RegExp): Promise<void>
  end(): Promise<void>
  stop(): Promise<void>
}

/** A proxy in front of any HTTP server that breaks calls as the test says. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const upstream = new URL(target)
  let fault: Fault | null = null
  let paths = /^/
  let calls = 0
  /** With their paths. */
  const open = new Map<ServerResponse, string>()

  async function treat(request: IncomingMessage, response: ServerResponse, left: AbortSignal): Promise<void> {
    const body = await bytesOf(request)
    const now = fault && paths.test(request.url ?? '') ? fault : null
    if (now?.kind === 'reset') return void request.socket.destroy()
    if (now?.kind === 'silence') return await new Promise(resolve => response.once('close', resolve))
    if (now?.kind === 'answer') return void response.writeHead(now.status, headersOf(now.type)).end(now.body)
    if (now?.kind === 'late') await Bun.sleep(now.ms)
    if (now?.kind === 'held') {
      now.onArrival()
      await now.until
    } else if (left.aborted) return
    const answer = await fetch(new URL(request.url ?? '/', upstream), {
      method: request.method,
      headers: passedOn(request.headers),
      ...(body.length > 0 && { body }),
      ...(now?.kind !== 'held' && { signal: left })
    })
    if (now?.kind === 'held') now.onAnswer(answer.status)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    await pass(answer, now?.kind === 'altered' ? altered(bytes, now.alter) : bytes, now, response)
  }

  const server = createServer((request, response) => {
    calls += 1
    open.set(response, request.url ?? '')
    const left = new AbortController()
    response.once('close', () => {
      open.delete(response)
      left.abort()
    })
    treat(request, response, left.signal).catch(() => response.destroy())
  })
  const listen = (port: number) =>
    new Promise<void>(resolve => server.listen(port, '127.0.0.1', () => resolve()))
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo

  const proxy: FaultProxy = {
    url: Object.assign(new URL(target), { host: `127.0.0.1:${port}` }).href.replace(/\/$/, ''),
    get calls() {
      return calls
    },
    underWay: fitting => [...open.values()].filter(path => fitting.test(path)).length,
    async begin(next, fitting = /^/) {
      await proxy.end()
      fault = next
      paths = fitting
      if (next.kind === 'refuse') await close()
    },
    async end() {
      fault = null
      if (!server.listening) await listen(port)
    },
    stop: close
  }
  return proxy
}

const headersOf = (type: string) => ({ 'content-type': type, 'x-elastic-product': 'Elasticsearch' })

/** The length is told anew, and packing would hide what is to be altered. */
function passedOn({ host, connection, ...headers }: IncomingMessage['headers']): Record<string, string> {
  const own = { ...headers, 'accept-encoding': 'identity' }
  return Object.fromEntries(Object.entries(own).map(([name, value]) => [name, String(value)]))
}

async function bytesOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}

const altered = (bytes: Uint8Array, alter: (answer: Json) => Json): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(alter(JSON.parse(new TextDecoder().decode(bytes)))))

async function pass(
  answer: Response,
  bytes: Uint8Array,
  fault: Fault | null,
  response: ServerResponse
): Promise<void> {
  const {
    'transfer-encoding': _chunked,
    connection: _connection,
    ...headers
  } = Object.fromEntries(answer.headers)
  response.writeHead(answer.status, { ...headers, 'content-length': String(bytes.length) })
  if (fault?.kind === 'cut') {
    response.write(bytes.subarray(0, bytes.length >> 1))
    return void response.destroy()
  }
  if (fault?.kind === 'trickle') {
    for (let at = 0; at < bytes.length && !response.destroyed; at += 1) {
      response.write(bytes.subarray(at, at + 1))
      await Bun.sleep(fault.msPerByte)
    }
  }
  response.end(fault?.kind === 'trickle' ? undefined : bytes)
}
