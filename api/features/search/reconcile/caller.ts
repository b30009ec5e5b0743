import { Refusal } from '#api/lib/refusal.ts'

/** A table's program runs in a browser beside another server, and has no cookie of ours. */
export function openTo(headers: Record<string, string | number>): void {
  headers['access-control-allow-origin'] = '*'
  headers['cross-origin-resource-policy'] = 'cross-origin'
  headers['referrer-policy'] = 'no-referrer'
}

/** In the address, as the protocol has it, in the body or as a bearer. @throws Refusal `TWO_TOKENS`. */
export function tokenOf(
  query: Record<string, string>,
  { headers }: Request,
  inBody?: string | null
): string | null {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  const tokens = new Set([query.token, inBody, bearer].filter(Boolean))
  if (tokens.size > 1) throw new Refusal('TWO_TOKENS')
  return [...tokens][0] ?? null
}
