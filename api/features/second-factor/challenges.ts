import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createKeyedHash } from '#api/lib/hmac.ts'
import { SECOND_STEP_SECONDS } from '#shared/constants.ts'

/** What an answer of a passkey is for. */
export type Purpose = 'add' | 'login' | 'second_step'

/** Challenges are sealed and not stored: asking for one fills no table. Which of them were answered is kept. */
export interface Challenges {
  /** @param userId Null when the answer names the user. */
  issue(purpose: Purpose, userId: number | null): Uint8Array<ArrayBuffer>
  /** Whether a text is ours, in time, and given for that. */
  isOf(text: string, purpose: Purpose, userId: number | null): boolean
}

const NONCE_BYTES = 16
const BODY_BYTES = NONCE_BYTES + 4
const TEXT = /^[\w-]{70}$/

export function createChallenges(secret: string): Challenges {
  const hash = createKeyedHash(secret)
  const sealOf = (body: Buffer, purpose: Purpose, userId: number | null) =>
    hash.digest(`challenge\0${purpose}\0${userId ?? ''}\0${body.toString('hex')}`)

  return {
    issue(purpose, userId) {
      const body = Buffer.alloc(BODY_BYTES)
      randomBytes(NONCE_BYTES).copy(body)
      body.writeUInt32BE(Math.floor(Date.now() / 1000) + SECOND_STEP_SECONDS, NONCE_BYTES)
      return new Uint8Array(Buffer.concat([body, sealOf(body, purpose, userId)]))
    },

    isOf(text, purpose, userId) {
      if (!TEXT.test(text)) return false
      const bytes = Buffer.from(text, 'base64url')
      const body = bytes.subarray(0, BODY_BYTES)
      const isGenuine = timingSafeEqual(bytes.subarray(BODY_BYTES), sealOf(body, purpose, userId))
      return isGenuine && body.readUInt32BE(NONCE_BYTES) > Date.now() / 1000
    }
  }
}
