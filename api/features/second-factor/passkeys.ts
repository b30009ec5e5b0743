import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON
} from '@simplewebauthn/server'
import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import type { SignedInUser } from '#api/features/sessions/service.ts'
import { isDatabaseDown } from '#api/lib/database-down.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { PRODUCT_NAME, SECOND_STEP_SECONDS } from '#shared/constants.ts'
import type { PasskeyItem } from '#shared/contracts/account/security.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import {
  keepChallenge,
  noteUse,
  type Passkey,
  passkeyOf,
  passkeysOf,
  storePasskey,
  takeChallenge
} from './passkey-store.ts'

/** A tenth of a second of the start, for what few processes use at once. */
const library = () => import('@simplewebauthn/server')

const TIMEOUT_MS = SECOND_STEP_SECONDS * 1000
const rpOf = ({ config }: Pick<Context, 'config'>) => new URL(config.publicOrigin).hostname

export const passkeyView = ({ id, title, createdAt, lastUsed }: Passkey): PasskeyItem => ({
  id,
  title,
  created_at: createdAt.toISOString(),
  created_at_str: moscowTime(createdAt),
  last_used: lastUsed?.toISOString() ?? null,
  last_used_str: lastUsed && moscowTime(lastUsed)
})

const named = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  transports: transports
})

/** What the browser makes a key by. */
export async function beginPasskey(
  context: Context,
  user: SignedInUser
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: PRODUCT_NAME,
    rpID: rpOf(context),
    userName: user.username,
    userID: new TextEncoder().encode(`user ${user.id}`),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: (await passkeysOf(context.sql, user.id)).map(named),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' }
  })
  await keepChallenge(context.sql, options.challenge, 'add', user.id)
  return options
}

/**
 * Stores the key that a browser has made.
 *
 * @param hashes Of backup codes, for whom it is the first factor.
 * @throws Refusal `PASSKEY_REFUSED`, `PASSKEY_KNOWN`, `TOO_MANY_PASSKEYS`.
 */
export async function addPasskey(
  context: Context,
  user: SignedInUser,
  { title, response }: { title: string; response: object },
  hashes: readonly Uint8Array[],
  actor: Actor
): Promise<{ key: Passkey; isFirst: boolean }> {
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge => takeChallenge(context.sql, challenge, 'add', user.id),
    expectedOrigin: context.config.publicOrigin,
    expectedRPID: rpOf(context),
    requireUserVerification: false
  }).catch(refuse)
  if (!registrationInfo) throw new Refusal('PASSKEY_REFUSED')
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  const key = {
    userId: user.id,
    sessionId: user.sessionId,
    credentialId: id,
    publicKey,
    counter,
    transports,
    title
  }
  const stored = await storePasskey(context.sql, key, hashes, { ...actor, action: 'passkey_add' })
  if (stored === 'full') throw new Refusal('TOO_MANY_PASSKEYS')
  if (stored === 'known') throw new Refusal('PASSKEY_KNOWN')
  return stored
}

/**
 * What the browser asks a key by: one of the account's for the second step, or any that knows whose it is.
 *
 * @param userId Null for a login without a password.
 */
export async function askForPasskey(
  context: Context,
  userId: number | null
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: rpOf(context),
    timeout: TIMEOUT_MS,
    allowCredentials: userId === null ? [] : (await passkeysOf(context.sql, userId)).map(named),
    userVerification: userId === null ? 'required' : 'preferred'
  })
  await keepChallenge(context.sql, options.challenge, userId === null ? 'login' : 'second_step', userId)
  return options
}

/**
 * Lets the answer of a key count, once. Without a password it has to say that it asked for a fingerprint, face or PIN.
 *
 * @throws Refusal `PASSKEY_REFUSED`, also of somebody else's key.
 */
export async function passPasskey(
  context: Context,
  response: object,
  userId: number | null
): Promise<Passkey> {
  const { verifyAuthenticationResponse } = await library()
  const answer = response as AuthenticationResponseJSON
  const key = await passkeyOf(context.sql, String(answer.id))
  if (!key || (userId !== null && key.userId !== userId)) throw new Refusal('PASSKEY_REFUSED')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge =>
      takeChallenge(context.sql, challenge, userId === null ? 'login' : 'second_step', userId),
    expectedOrigin: context.config.publicOrigin,
    expectedRPID: rpOf(context),
    credential: {
      id: key.credentialId,
      publicKey: new Uint8Array(key.publicKey),
      counter: key.counter,
      transports: key.transports
    },
    requireUserVerification: userId === null
  }).catch(refuse)
  if (!verified || !(await noteUse(context.sql, key.id, authenticationInfo.newCounter)))
    throw new Refusal('PASSKEY_REFUSED')
  return key
}

/** Whatever the library says of an answer, it is refused; a database that is down is none of its words. */
function refuse(error: unknown): never {
  if (error instanceof Refusal || isDatabaseDown(error)) throw error
  throw new Refusal('PASSKEY_REFUSED')
}
