import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON
} from '@simplewebauthn/server'
import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import type { SignedInUser } from '#api/features/sessions/service.ts'
import { takeOnce } from '#api/features/throttle/service.ts'
import { isDatabaseDown } from '#api/lib/database-down.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { PRODUCT_NAME, SECOND_STEP_SECONDS } from '#shared/constants.ts'
import type { PasskeyItem } from '#shared/contracts/account/security.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import type { PasskeyAssertion, PasskeyAttestation } from '#shared/rules/security.ts'
import type { Purpose } from './challenges.ts'
import { noteUse, type Passkey, passkeyOf, passkeysOf, storePasskey } from './passkey-store.ts'

/** A tenth of a second of the start, for what few processes use at once. */
const library = () => import('@simplewebauthn/server')

const TIMEOUT_MS = SECOND_STEP_SECONDS * 1000
/** WebAuthn allows no longer one, and no index takes any length. */
const CREDENTIAL_MAX_BYTES = 1023
const rpOf = ({ config }: Pick<Context, 'config'>) => new URL(config.publicOrigin).hostname

export const passkeyView = ({ id, title, createdAt, lastUsed }: Passkey): PasskeyItem => ({
  id,
  title,
  created_at: createdAt.toISOString(),
  created_at_str: moscowTime(createdAt),
  last_used: lastUsed?.toISOString() ?? null,
  last_used_str: lastUsed && moscowTime(lastUsed)
})

const named = ({ credentialId: id, transports }: Passkey) => ({ id, transports })

/** What the browser makes a key by. */
export async function beginPasskey(
  context: Context,
  user: SignedInUser
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  return await generateRegistrationOptions({
    rpName: PRODUCT_NAME,
    rpID: rpOf(context),
    userName: user.username,
    userID: new TextEncoder().encode(`user ${user.id}`),
    challenge: context.challenges.issue('add', user.id),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: (await passkeysOf(context.sql, user.id)).map(named),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' }
  })
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
  { title, response }: { title: string; response: PasskeyAttestation },
  hashes: readonly Uint8Array[],
  actor: Actor
): Promise<{ key: Passkey; isFirst: boolean }> {
  const { verifyRegistrationResponse } = await library()
  const expected = expectation(context, 'add', user.id)
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: expected.isOurs,
    expectedOrigin: context.config.publicOrigin,
    expectedRPID: rpOf(context),
    requireUserVerification: false
  }).catch(refuse)
  if (!registrationInfo || registrationInfo.credential.id.length > base64urlChars(CREDENTIAL_MAX_BYTES))
    throw new Refusal('PASSKEY_REFUSED')
  await expected.spend()
  const { id, publicKey, counter } = registrationInfo.credential
  const key = {
    userId: user.id,
    sessionId: user.sessionId,
    credentialId: id,
    publicKey,
    counter,
    transports: response.response.transports,
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
  return await generateAuthenticationOptions({
    rpID: rpOf(context),
    challenge: context.challenges.issue(purposeFor(userId), userId),
    timeout: TIMEOUT_MS,
    allowCredentials: userId === null ? [] : (await passkeysOf(context.sql, userId)).map(named),
    userVerification: userId === null ? 'required' : 'preferred'
  })
}

/**
 * Lets the answer of a key count, once. Without a password it has to say that it asked for a fingerprint, face or PIN.
 *
 * @throws Refusal `PASSKEY_REFUSED`, also of somebody else's key.
 */
export async function passPasskey(
  context: Context,
  response: PasskeyAssertion,
  userId: number | null
): Promise<Passkey> {
  const { verifyAuthenticationResponse } = await library()
  const key = await passkeyOf(context.sql, response.id)
  if (!key || (userId !== null && key.userId !== userId)) throw new Refusal('PASSKEY_REFUSED')
  const expected = expectation(context, purposeFor(userId), userId)
  const { userHandle, ...signed } = response.response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...response,
      response: { ...signed, ...(userHandle != null && { userHandle }) },
      clientExtensionResults: {}
    },
    expectedChallenge: expected.isOurs,
    expectedOrigin: context.config.publicOrigin,
    expectedRPID: rpOf(context),
    credential: {
      id: key.credentialId,
      publicKey: new Uint8Array(key.publicKey),
      counter: key.counter
    },
    requireUserVerification: userId === null
  }).catch(refuse)
  if (!verified) throw new Refusal('PASSKEY_REFUSED')
  await expected.spend()
  if (!(await noteUse(context.sql, key.id, authenticationInfo.newCounter)))
    throw new Refusal('PASSKEY_REFUSED')
  return key
}

const purposeFor = (userId: number | null): Purpose => (userId === null ? 'login' : 'second_step')
const base64urlChars = (bytes: number) => Math.ceil((bytes * 4) / 3)

/** A challenge counts once, for whom and for what it was given; a wrong answer does not use it up. */
function expectation(context: Context, purpose: Purpose, userId: number | null) {
  let seen = ''
  return {
    isOurs(challenge: string): boolean {
      seen = challenge
      return context.challenges.isOf(challenge, purpose, userId)
    },
    /** @throws Refusal `PASSKEY_REFUSED` of one that was used. */
    async spend(): Promise<void> {
      if (!(await takeOnce(context, `challenge:${seen}`, SECOND_STEP_SECONDS)))
        throw new Refusal('PASSKEY_REFUSED')
    }
  }
}

/** Whatever the library says of an answer, it is refused; a database that is down is none of its words. */
function refuse(error: unknown): never {
  if (error instanceof Refusal || isDatabaseDown(error)) throw error
  throw new Refusal('PASSKEY_REFUSED')
}
