import { availableParallelism } from 'node:os'
import { Refusal } from '#api/lib/refusal.ts'
import { COMMON_PASSWORD, PASSWORD_WITH_NAME } from '#shared/rules/account.ts'
import { containsName, createCommonPasswords } from './common-passwords.ts'

/** OWASP's minimum for argon2id: 19 MiB, two passes. */
const COST = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
/** Of a random text nobody kept: an unknown name is verified against it and takes as long as a known one. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$DSBCABXlP8P6Q9DD4p06mGeprIUeV/Qp+lyVIU5uCls$7yOWSrOGZKDbkhiW1Q6bcxhrXaPsX2+Mh55wyml574k'
/** One core stays free for everything that is not a login. */
const AT_ONCE = Math.max(1, availableParallelism() - 1)
const WAITING_MAX = 64
const RETRY_SECONDS = 5
/** Of so many that go on one is of those that are not known, whoever waits. */
const KNOWN_THEN_OTHER = 4

/** Judges new passwords, and hashes passwords, a few at a time. */
export interface Passwords {
  /**
   * @param username Of the account: a password with it in it is common, whatever else is in it.
   * @param field Of the form, for the refusal.
   * @throws Refusal `COMMON_PASSWORD`.
   */
  refuseCommon(password: string, username: string, field: string): Promise<void>
  /** @throws Refusal `OVERLOADED` when too many passwords are being hashed. */
  hash(password: string): Promise<string>
  /**
   * @param hash Null for an unknown name: then false, in the same time.
   * @param isKnownDevice It waits in a queue of its own, of which three are taken before one of the others: guesses from everywhere
   *   keep out nobody who was signed in before, and many such devices nobody who was not.
   * @throws Refusal `OVERLOADED` when too many passwords are being hashed.
   */
  verify(password: string, hash: string | null, isKnownDevice?: boolean): Promise<boolean>
}

export function createPasswords(): Passwords {
  const isCommon = createCommonPasswords()
  const knownDevices: (() => void)[] = []
  const others: (() => void)[] = []
  let running = 0
  let turn = 0

  async function inTurn<T>(work: () => Promise<T>, waiting = others): Promise<T> {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING_MAX) throw new Refusal('OVERLOADED', { retryAfterSeconds: RETRY_SECONDS })
      await new Promise<void>(resolve => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      turn = (turn + 1) % KNOWN_THEN_OTHER
      const next =
        turn === 0 ? (others.shift() ?? knownDevices.shift()) : (knownDevices.shift() ?? others.shift())
      if (next) next()
      else running--
    }
  }

  return {
    async refuseCommon(password, username, field) {
      const refuse = (text: string) => new Refusal('COMMON_PASSWORD', { text, fields: { [field]: text } })
      if (containsName(password, username)) throw refuse(PASSWORD_WITH_NAME)
      if (await isCommon(password)) throw refuse(COMMON_PASSWORD)
    },

    hash: password => inTurn(() => Bun.password.hash(password.normalize('NFC'), COST)),

    async verify(password, hash, isKnownDevice = false) {
      const work = () => Bun.password.verify(password.normalize('NFC'), hash ?? NOBODYS_HASH)
      const matches = await inTurn(work, isKnownDevice ? knownDevices : others)
      return matches && hash !== null
    }
  }
}
