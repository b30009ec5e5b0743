/** Who asks a server of the bench: it takes the numbers at their word, where the product takes a signed token. */
export interface PlainCaller {
  sessionId: string
  userId: number
}

/** What stands in the `Cookie` header. */
export const plainCookie = ({ sessionId, userId }: PlainCaller) => `session=${sessionId}; user=${userId}`

/** Null where the header names nobody. */
export function plainCallerOf(headers: Headers): PlainCaller | null {
  const [, sessionId, userId] = /^session=([\da-f-]{36}); user=(\d+)$/.exec(headers.get('cookie') ?? '') ?? []
  return sessionId && userId ? { sessionId, userId: Number(userId) } : null
}
