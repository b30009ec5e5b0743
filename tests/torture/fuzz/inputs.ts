import { createRandom, type Random } from '#api/db/seed/random.ts'
import {
  BAD_COOKIES,
  BAD_HEADERS,
  BAD_QUERIES,
  BAD_SEGMENTS,
  CONTENT_TYPES,
  METHODS,
  ODD_METHODS,
  OTHER_PATHS
} from './bad-values-table.ts'
import { type Material, makeBody } from './bodies.ts'
import type { Operation } from './operations.ts'

/** Who sends it. The eraser has no credits: whoever forgets searches has none that must be kept. */
export const PRINCIPALS = ['nobody', 'user', 'administrator', 'eraser'] as const
export type Principal = (typeof PRINCIPALS)[number]

export interface Input {
  method: string
  target: string
  /** The route that it is meant for; null for an address that is none of the API. */
  operation: Operation | null
  principal: Principal
  /** Its cookies are not those of a session. */
  hasBadCookie: boolean
  /** No browser or library sends it: the server may close the connection instead of answering. */
  isOdd: boolean
  /** `cookie` is the session of the principal, '' for none. */
  bytes(cookie: string): Buffer
}

const LOGOUT = '/api/auth/logout'

/** The input of a number: the same for the same seed, routes and material. */
export function makeInput(
  operations: readonly Operation[],
  material: Material,
  seed: number,
  number: number
): Input {
  const random = createRandom(seed, number)
  const operation = random.chance(0.04) ? null : random.pick(operations)
  const isOddMethod = random.chance(0.01)
  const method = isOddMethod
    ? random.pick(ODD_METHODS)
    : operation && random.chance(0.85)
      ? operation.method
      : random.pick(METHODS)
  const target = operation ? targetOf(random, operation) : random.pick(OTHER_PATHS)
  // A body where none is taken stops most of what is behind it.
  const takesBody = operation?.body !== null && method === operation?.method
  const body = random.chance(takesBody ? 1 : 0.15)
    ? makeBody(random, operation?.body ?? null, material)
    : null
  const principal = principalOf(random, operation, method)
  const badCookie = random.chance(0.08) ? random.pick(BAD_COOKIES) : null
  const lines = headersOf(random, body)
  const framing = body !== null && random.chance(0.01) ? brokenFraming(random, body) : null
  const isPlain = [target, badCookie ?? '', ...lines].every(
    text => /^[\x20-\x7e]*$/.test(text) && text.length < 3_000
  )
  return {
    method,
    target,
    operation,
    principal,
    hasBadCookie: badCookie !== null,
    isOdd: isOddMethod || framing !== null || !isPlain || target.includes('//') || !target.startsWith('/'),
    bytes(cookie) {
      const cookies = [badCookie, cookie].filter(Boolean).join('; ')
      const head = [
        `${method} ${target} HTTP/1.1`,
        'Host: localhost',
        ...lines,
        ...(cookies === '' ? [] : [`Cookie: ${cookies}`]),
        ...(framing?.lines ?? (body ? [`Content-Length: ${body.length}`] : []))
      ]
      return Buffer.concat([
        Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'),
        framing?.body ?? body ?? Buffer.alloc(0)
      ])
    }
  }
}

function targetOf(random: Random, { path, query }: Operation): string {
  const filled = path.replace(/\{\w+\}/g, () => random.pick(BAD_SEGMENTS))
  const slashed = random.chance(0.05) ? `${filled}/` : filled
  if (query.length > 0 && random.chance(0.8))
    return `${slashed}?${random.pick(query)}=${random.pick(BAD_SEGMENTS)}`
  return random.chance(0.05) ? `${slashed}?${random.pick(BAD_QUERIES)}` : slashed
}

function principalOf(random: Random, operation: Operation | null, method: string): Principal {
  const principal = random.pick(['nobody', 'user', 'user', 'user', 'administrator', 'administrator'] as const)
  if (principal === 'nobody') return principal
  // Each ends a session, and a new one costs a hash.
  if (operation?.path === LOGOUT && random.chance(0.95)) return 'nobody'
  return method === 'DELETE' ? 'eraser' : principal
}

function headersOf(random: Random, body: Buffer | null): string[] {
  const lines: string[] = []
  if (body)
    lines.push(`Content-Type: ${random.chance(0.9) ? 'application/json' : random.pick(CONTENT_TYPES)}`)
  if (random.chance(0.95)) lines.push('Sec-Fetch-Site: same-origin')
  const from = () => random.between(1, 254)
  const bad = random.chance(0.15) ? random.pick(BAD_HEADERS) : null
  if (bad) lines.push(bad)
  // Limits that are counted by address would hide what is behind them.
  if (!bad?.startsWith('X-Forwarded-For')) lines.push(`X-Forwarded-For: 10.${from()}.${from()}.${from()}`)
  return lines
}

interface Framing {
  lines: string[]
  body: Buffer
}

function brokenFraming(random: Random, body: Buffer): Framing {
  const length = (text: string | number) => `Content-Length: ${text}`
  const chunked = 'Transfer-Encoding: chunked'
  return random.pick<() => Framing>([
    () => ({ lines: [length(body.length + 10)], body }),
    () => ({ lines: [length(Math.floor(body.length / 2))], body }),
    () => ({ lines: [length(-1)], body }),
    () => ({ lines: [length('9'.repeat(30))], body }),
    () => ({ lines: [length('0x10')], body }),
    () => ({ lines: [length(1), length(2)], body }),
    () => ({ lines: [length(body.length), chunked], body }),
    () => ({ lines: [chunked], body: Buffer.concat([Buffer.from('zz\r\n'), body]) }),
    () => ({ lines: [chunked], body: Buffer.concat([Buffer.from('ffffffffffffffff\r\n'), body]) }),
    () => ({ lines: [chunked], body: Buffer.from('5\r\n{"que') }),
    () => ({ lines: ['Transfer-Encoding: gzip'], body }),
    () => ({ lines: ['Content-Encoding: gzip', length(body.length)], body })
  ])()
}
