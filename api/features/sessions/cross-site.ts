import type { Config } from '#api/config.ts'
import { withoutSlash } from '#api/http/route-table.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { readSessionCookies } from './cookies.ts'

type Origins = Pick<Config, 'publicOrigin' | 'secureCookies'>

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])
/**
 * Calls that matter without a session cookie, which a browser leaves out of a foreign form: such a form must not sign
 * anybody in or up, and not clear the cookies.
 */
const WITHOUT_COOKIE = new Set([
  '/api/auth/login',
  '/api/auth/register',
  '/api/auth/logout',
  '/api/auth/second-step/code',
  '/api/auth/second-step/passkey',
  '/api/auth/second-step/passkey/options'
])

/**
 * Refuses a call that a foreign page could have sent for its visitor (`docs/how-it-works/contract.md` §1). With a
 * session cookie a call that may change state must prove that it comes from our own pages. A script without cookies
 * has nothing to be abused, so it passes.
 *
 * @throws Refusal `CROSS_SITE`; `BAD_INPUT` of two Hosts, which come as one: a proxy before us may have read the other
 * (RFC 9112 §3.2). A call that changes nothing asks for no Host, and its headers are not looked at.
 */
export function refuseCrossSite(config: Origins, request: Request, path: string): void {
  if (READING.has(request.method)) return
  const { headers } = request
  const host = headers.get('host')
  if (host?.includes(', ')) throw new Refusal('BAD_INPUT')
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  if (site === 'same-origin') return
  if (origin !== null && isOurs(config, origin, host)) return

  const { access, refresh } = readSessionCookies(config, headers)
  if (access !== null || refresh !== null) throw new Refusal('CROSS_SITE')
  if (WITHOUT_COOKIE.has(withoutSlash(path)) && (site !== null || origin !== null))
    throw new Refusal('CROSS_SITE')
}

/**
 * Over plain http (a machine of one's own, a local network) the site has as many origins as names, so there the name
 * that the call itself was sent to counts: a foreign page cannot choose it.
 */
function isOurs(config: Origins, origin: string, host: string | null): boolean {
  if (origin === config.publicOrigin) return true
  return !config.secureCookies && host !== null && origin === `http://${host}`
}
