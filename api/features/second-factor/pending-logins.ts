import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createKeyedHash } from '#api/lib/hmac.ts'
import { SECOND_STEP_SECONDS } from '#shared/constants.ts'

interface Account {
  id: number
  passwordHash: string
}

/** Another one with each password. */
export const passwordMark = ({ passwordHash }: Pick<Account, 'passwordHash'>): Buffer =>
  createHash('sha256')
    .update(passwordHash)
    .digest()
    .subarray(0, NONCE_AT - PASSWORD_AT)

/** What a browser keeps between the two steps of a login. Nothing of it is stored, and alone it opens nothing. */
export interface PendingLogins {
  issue(account: Account): string
  /** The user of a text that is ours and in time. */
  userOf(text: string): number | null
  /** Whether the password of the first step is the account's still. */
  isOf(text: string, account: Account): boolean
}

const PASSWORD_AT = 8
const NONCE_AT = 16
const NONCE_BYTES = 8
const BODY_BYTES = NONCE_AT + NONCE_BYTES
const TEXT = /^[\w-]{75}$/

export function createPendingLogins(secret: string): PendingLogins {
  const hash = createKeyedHash(secret)
  const sealOf = (body: Buffer) => hash.digest(`second step\0${body.toString('hex')}`)
  function bodyOf(text: string): Buffer | null {
    if (!TEXT.test(text)) return null
    const bytes = Buffer.from(text, 'base64url')
    const body = bytes.subarray(0, BODY_BYTES)
    const isGenuine = timingSafeEqual(bytes.subarray(BODY_BYTES), sealOf(body))
    return isGenuine && body.readUInt32BE(4) > Date.now() / 1000 ? body : null
  }

  return {
    issue(account) {
      const body = Buffer.alloc(BODY_BYTES)
      body.writeUInt32BE(account.id, 0)
      body.writeUInt32BE(Math.floor(Date.now() / 1000) + SECOND_STEP_SECONDS, 4)
      passwordMark(account).copy(body, PASSWORD_AT)
      // Two logins of one second are two.
      randomBytes(NONCE_BYTES).copy(body, NONCE_AT)
      return Buffer.concat([body, sealOf(body)]).toString('base64url')
    },

    userOf: text => bodyOf(text)?.readUInt32BE(0) ?? null,

    isOf(text, account) {
      const body = bodyOf(text)
      return (
        body?.readUInt32BE(0) === account.id &&
        body.subarray(PASSWORD_AT, NONCE_AT).equals(passwordMark(account))
      )
    }
  }
}
