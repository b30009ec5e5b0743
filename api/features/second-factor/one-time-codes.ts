import { randomInt } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { BACKUP_CODES, PRODUCT_NAME, TOTP_DRIFT_STEPS, TOTP_STEP_SECONDS } from '#shared/constants.ts'

/** 160 random bits in Base32. */
export const newTotpSecret = (): string => generateSecret()

/** What the picture for the application holds. */
export const totpUri = (secret: string, username: string): string =>
  generateURI({ issuer: PRODUCT_NAME, label: username, secret })

/** The step of 30 seconds that a code is of; null of a wrong one, and of one of a clock that is further off. */
export function stepOfCode(secret: string, code: string): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const verdict = verifySync({ secret, token: code, epochTolerance: TOTP_DRIFT_STEPS * TOTP_STEP_SECONDS })
  return verdict.valid && 'timeStep' in verdict ? verdict.timeStep : null
}

/** Without letters and digits that look alike. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const HALF_CHARS = 4

/** 40 random bits each, in two halves: «7F3K-2D4M». */
export function newBackupCodes(): string[] {
  const half = () => Array.from({ length: HALF_CHARS }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  const codes = new Set<string>()
  while (codes.size < BACKUP_CODES) codes.add(`${half()}-${half()}`)
  return [...codes]
}
