import { createPasswords, type Passwords } from '#api/features/auth/passwords.ts'

/** The least that the algorithm can cost. */
const COST = { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 } as const

/** All apps of a process read the list of common passwords once. */
const { refuseCommon } = createPasswords()

/** Hashes in no time: guessing them is worth nothing. To verify one costs what its hash did. */
export const quickPasswords = ({ verify }: Passwords): Passwords => ({
  refuseCommon,
  hash: password => Bun.password.hash(password.normalize('NFC'), COST),
  verify
})
