import type { Context as Handling } from 'elysia'
import type { Config } from '#api/config.ts'
import { readCookie } from '#api/lib/request-cookie.ts'
import { DEVICE_DAYS } from '#shared/constants.ts'

type Secure = Pick<Config, 'secureCookies'>

/** Sent with a login only; that leaves `__Secure-`, since `__Host-` would send it everywhere. */
const PATH = '/api/auth/login'
const DAY_SECONDS = 86_400
const nameOf = ({ secureCookies }: Secure) => (secureCookies ? '__Secure-device_token' : 'device_token')

export const readDeviceCookie = (config: Secure, headers: Headers) => readCookie(headers, nameOf(config))

/** It outlives a logout: only so can it tell a known device from a stranger at the next login. */
export function setDeviceCookie(config: Secure, set: Handling['set'], tokens: string): void {
  set.cookie = {
    ...set.cookie,
    [nameOf(config)]: {
      value: tokens,
      maxAge: DEVICE_DAYS * DAY_SECONDS,
      path: PATH,
      httpOnly: true,
      sameSite: 'strict',
      secure: config.secureCookies
    }
  }
}
