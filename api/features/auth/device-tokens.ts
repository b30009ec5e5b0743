import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createKeyedHash } from '#api/lib/hmac.ts'
import { DEVICE_ACCOUNTS, DEVICE_DAYS } from '#shared/constants.ts'

/**
 * What a browser that has signed in to an account is known by at the next login (cheatsheetseries.owasp.org, «Device
 * Cookies»). A token belongs to one account and does not say which; those of a browser have nothing in common, and
 * nothing of them is stored but, while it lasts, how often a login with one failed.
 */
export interface DeviceTokens {
  /** @returns what is random in the token of that account, or null when none of them is one that is good. */
  find(tokens: string | null, username: string): string | null
  /** The tokens of a browser that has just signed in: a new one for that account, and the last of other accounts. */
  renew(tokens: string | null, username: string): string
}

const SEPARATOR = '.'
const RANDOM_BYTES = 12
const END_BYTES = 4
const SEAL_BYTES = 16
const SEALED_FROM = RANDOM_BYTES + END_BYTES
const TOKEN = /^[\w-]{43}$/
const DAY_SECONDS = 86_400

export function createDeviceTokens(secret: string): DeviceTokens {
  const hash = createKeyedHash(secret)
  const sealOf = (content: Buffer, username: string) =>
    hash.digest(`device\0${username.toLowerCase()}\0${content.toString('hex')}`).subarray(0, SEAL_BYTES)

  function isOf(token: string, username: string): boolean {
    const bytes = Buffer.from(token, 'base64url')
    const content = bytes.subarray(0, SEALED_FROM)
    const isGenuine = timingSafeEqual(bytes.subarray(SEALED_FROM), sealOf(content, username))
    return isGenuine && content.readUInt32BE(RANDOM_BYTES) > Date.now() / 1000
  }

  const listOf = (tokens: string | null) =>
    (tokens ?? '')
      .split(SEPARATOR)
      .filter(token => TOKEN.test(token))
      .slice(0, DEVICE_ACCOUNTS)

  return {
    find(tokens, username) {
      const token = listOf(tokens).find(each => isOf(each, username))
      return token === undefined ? null : Buffer.from(token, 'base64url').toString('hex', 0, RANDOM_BYTES)
    },

    renew(tokens, username) {
      const content = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(END_BYTES)])
      content.writeUInt32BE(Math.floor(Date.now() / 1000) + DEVICE_DAYS * DAY_SECONDS, RANDOM_BYTES)
      const token = Buffer.concat([content, sealOf(content, username)]).toString('base64url')
      const others = listOf(tokens).filter(each => !isOf(each, username))
      return [token, ...others].slice(0, DEVICE_ACCOUNTS).join(SEPARATOR)
    }
  }
}
