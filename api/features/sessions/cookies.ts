import type { Context as Handling } from 'elysia'
import type { Config } from '#api/config.ts'
import { ACCESS_TOKEN_SECONDS, DEVICE_DAYS } from '#shared/constants.ts'

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

/** The first cookie of that name, undecoded: our values need no encoding. */
function readCookie(headers: Headers, name: string): string | null {
  const line = headers.get('cookie')
  if (line === null) return null
  for (const pair of line.split(';')) {
    const text = pair.trimStart()
    if (text.startsWith(name) && text[name.length] === '=')
      return text.slice(name.length + 1).trimEnd() || null
  }
  return null
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

const DEVICE_PATH = '/api/auth/login'
const DAY_SECONDS = 86_400
/** `__Host-` would send it with every call. */
const deviceName = ({ secureCookies }: Secure) => (secureCookies ? '__Secure-device_token' : 'device_token')

export const readDeviceCookie = (config: Secure, headers: Headers) => readCookie(headers, deviceName(config))

/** It outlives a logout: only so can the next login tell a known device from a stranger. */
export function setDeviceCookie(config: Secure, set: CookieSet, tokens: string): void {
  set.cookie = {
    ...set.cookie,
    [deviceName(config)]: {
      value: tokens,
      maxAge: DEVICE_DAYS * DAY_SECONDS,
      path: DEVICE_PATH,
      httpOnly: true,
      sameSite: 'strict',
      secure: config.secureCookies
    }
  }
}
