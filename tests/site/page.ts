/** What a page has and Bun has not: an origin to ask, and a storage that lives as long as the tab. */

type Answer = (request: Request) => Response | Promise<Response>

export interface Page {
  /** «POST /api/auth/login», in the order of arrival. */
  calls: string[]
  storage: Map<string, string>
  close(): Promise<void>
}

const realFetch = globalThis.fetch

/** Opens a page whose origin is a real server with these answers; anything else is 404. */
export function openPage(answers: Record<string, Answer>): Page {
  const calls: string[] = []
  const storage = new Map<string, string>()
  const server = Bun.serve({
    port: 0,
    fetch(request) {
      const call = `${request.method} ${new URL(request.url).pathname}`
      calls.push(call)
      return answers[call]?.(request) ?? Response.json({ error: 'Такого адреса нет' }, { status: 404 })
    }
  })
  globalThis.fetch = ((path: string, init?: RequestInit) =>
    realFetch(new URL(path, server.url), init)) as typeof fetch
  globalThis.sessionStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
    clear: () => storage.clear()
  } as Storage
  return {
    calls,
    storage,
    async close() {
      globalThis.fetch = realFetch
      Reflect.deleteProperty(globalThis, 'sessionStorage')
      await server.stop(true)
    }
  }
}

/** Answers in turn; the last one stays. */
export function inTurn(...answers: Answer[]): Answer {
  let turn = 0
  return request => {
    const answer = answers[Math.min(turn, answers.length - 1)] as Answer
    turn += 1
    return answer(request)
  }
}

export const json =
  (body: unknown, status = 200, headers?: Record<string, string>): Answer =>
  () =>
    Response.json(body, { status, headers })

export const refused = json({ ok: false, error: 'Необходимо войти в систему', code: 'NOT_SIGNED_IN' }, 401)
