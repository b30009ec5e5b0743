/** How a node may answer. `null` passes a call on to the chain; anything else is its result, or its error. */
export type Lie = (call: RpcCall, result: unknown) => unknown

export interface RpcCall {
  id: number
  method: string
  params: unknown[]
}

export interface LyingNode {
  url: string
  /** Calls that came, by method. */
  calls: Map<string, number>
  /** Changes results; by default none. */
  lie: Lie
  /** A whole refusal in place of an answer, before the chain is asked. */
  refuse: (() => Response | null) | null
  stop(): Promise<void>
}

/** An error of JSON-RPC in place of a result. */
export class RpcRefusal {
  readonly code: number
  readonly message: string

  constructor(code: number, message: string) {
    this.code = code
    this.message = message
  }
}

/** A node before a chain that tells what the test wants to be told. */
export function startLyingNode(chainUrl: string): LyingNode {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const refusal = node.refuse?.()
      if (refusal) return refusal
      const text = await request.text()
      const response = await fetch(chainUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: text
      })
      const calls: RpcCall | RpcCall[] = JSON.parse(text)
      const answers = await response.json()
      const lies = [calls].flat().map(call => {
        node.calls.set(call.method, (node.calls.get(call.method) ?? 0) + 1)
        const own = [answers].flat().find(({ id }) => id === call.id)
        const result = node.lie(call, own.result)
        if (result instanceof RpcRefusal)
          return { jsonrpc: '2.0', id: call.id, error: { code: result.code, message: result.message } }
        return { ...own, result }
      })
      return Response.json(Array.isArray(calls) ? lies : lies[0])
    }
  })
  const node: LyingNode = {
    url: `http://127.0.0.1:${server.port}`,
    calls: new Map(),
    lie: (_call, result) => result,
    refuse: null,
    stop: () => server.stop(true)
  }
  return node
}
