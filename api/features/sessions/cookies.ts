import type { Context as Handling } from 'elysia'
import type { Config } from '#api/config.ts'
import { ACCESS_TOKEN_SECONDS, DEVICE_DAYS, OIDC_SECONDS, SECOND_STEP_SECONDS } from '#shared/constants.ts'

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

/** A cookie that goes to one path alone; `__Host-` would send it with every call. */
interface NarrowCookie {
  name: string
  path: string
  seconds: number
  sameSite: 'strict' | 'lax'
}

/** It outlives a logout: only so can the next login tell a known device from a stranger. */
const DEVICE: NarrowCookie = {
  name: 'device_token',
  path: '/api/auth/login',
  seconds: DEVICE_DAYS * 86_400,
  sameSite: 'strict'
}
/** As `device_token`, of a browser that passed a second step: whoever knows the password gets none. */
const STEP_DEVICE: NarrowCookie = {
  name: 'step_device',
  path: '/api/auth/second-step',
  seconds: DEVICE_DAYS * 86_400,
  sameSite: 'strict'
}
/** Between the two steps of a login. */
const PENDING: NarrowCookie = {
  name: 'login_step',
  path: '/api/auth/second-step',
  seconds: SECOND_STEP_SECONDS,
  sameSite: 'strict'
}
/** While somebody is at a provider, which sends them back from its own site. */
const PROVIDER: NarrowCookie = {
  name: 'provider_login',
  path: '/api/auth/oidc',
  seconds: OIDC_SECONDS,
  sameSite: 'lax'
}

const narrowName = ({ secureCookies }: Secure, name: string) => (secureCookies ? `__Secure-${name}` : name)
const readNarrow = (config: Secure, headers: Headers, { name }: NarrowCookie) =>
  readCookie(headers, narrowName(config, name))

function putNarrow(config: Secure, set: CookieSet, cookie: NarrowCookie, value: string): void {
  const { name, path, seconds, sameSite } = cookie
  const maxAge = value === '' ? 0 : seconds
  set.cookie = {
    ...set.cookie,
    [narrowName(config, name)]: {
      value,
      maxAge,
      path,
      httpOnly: true,
      sameSite,
      secure: config.secureCookies
    }
  }
}

export const readDeviceCookie = (config: Secure, headers: Headers) => readNarrow(config, headers, DEVICE)
export const setDeviceCookie = (config: Secure, set: CookieSet, tokens: string): void =>
  putNarrow(config, set, DEVICE, tokens)

export const readStepDeviceCookie = (config: Secure, headers: Headers) =>
  readNarrow(config, headers, STEP_DEVICE)
export const setStepDeviceCookie = (config: Secure, set: CookieSet, tokens: string): void =>
  putNarrow(config, set, STEP_DEVICE, tokens)

export const readPendingCookie = (config: Secure, headers: Headers) => readNarrow(config, headers, PENDING)
export const setPendingCookie = (config: Secure, set: CookieSet, text: string): void =>
  putNarrow(config, set, PENDING, text)
export const clearPendingCookie = (config: Secure, set: CookieSet): void =>
  putNarrow(config, set, PENDING, '')

export const readProviderCookie = (config: Secure, headers: Headers) => readNarrow(config, headers, PROVIDER)
/** An empty text clears it. */
export const setProviderCookie = (config: Secure, set: CookieSet, text: string): void =>
  putNarrow(config, set, PROVIDER, text)
