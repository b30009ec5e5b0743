import type { Context as Handling } from 'elysia'
import type { Config } from '#api/config.ts'
import { readCookie } from '#api/lib/request-cookie.ts'
import { ACCESS_TOKEN_SECONDS } from '#shared/constants.ts'

type Secure = Pick<Config, 'secureCookies'>
type CookieSet = Handling['set']

/** What a browser keeps for a session. */
export interface SessionTokens {
  access: string
  /** Absent when only the short token is renewed. */
  refresh?: { token: string; secondsLeft: number }
}

/** The session's tokens as a request brought them. */
export interface BroughtTokens {
  access: string | null
  refresh: string | null
}

/** `__Host-` ties a cookie to this very host and to https. */
const nameOf = (config: Secure, name: 'access_token' | 'refresh_token') =>
  config.secureCookies ? `__Host-${name}` : name

/** What a client sends to be known by. */
export const sessionCookieName = (config: Secure) => nameOf(config, 'access_token')

export function readSessionCookies(config: Secure, headers: Headers): BroughtTokens {
  return {
    access: readCookie(headers, nameOf(config, 'access_token')),
    refresh: readCookie(headers, nameOf(config, 'refresh_token'))
  }
}

export function setSessionCookies(config: Secure, set: CookieSet, tokens: SessionTokens): void {
  put(config, set, 'access_token', tokens.access, ACCESS_TOKEN_SECONDS)
  if (tokens.refresh) put(config, set, 'refresh_token', tokens.refresh.token, tokens.refresh.secondsLeft)
}

export function clearSessionCookies(config: Secure, set: CookieSet): void {
  put(config, set, 'access_token', '', 0)
  put(config, set, 'refresh_token', '', 0)
}

function put(
  config: Secure,
  set: CookieSet,
  name: 'access_token' | 'refresh_token',
  value: string,
  maxAge: number
): void {
  set.cookie = {
    ...set.cookie,
    [nameOf(config, name)]: {
      value,
      maxAge,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: config.secureCookies
    }
  }
}
