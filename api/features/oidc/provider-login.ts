import { timingSafeEqual } from 'node:crypto'
import type * as OpenId from 'openid-client'
import type { Config } from '#api/config.ts'
import { createKeyedHash } from '#api/lib/hmac.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { OIDC_SECONDS } from '#shared/constants.ts'
import { isStorable } from '#shared/rules/storable.ts'

/** Whom a provider means, and what it says of them. */
export interface Claims {
  issuer: string
  subject: string
  /** As what they may be called here, the likeliest first. */
  names: string[]
}

/** A login by a provider. What a browser keeps meanwhile is sealed, so that nothing of it is stored. */
export interface ProviderLogin {
  /** @throws Refusal `OIDC_DOWN`, `OIDC_BAD_ANSWER`. */
  begin(): Promise<{ location: string; ticket: string }>
  /** Whether a browser comes back from the login that it began here. Needs no provider. */
  isOwn(search: string, ticketText: string | null): boolean
  /**
   * @param search The query of the address that the provider sent the browser to.
   * @throws Refusal `OIDC_STALE`, `OIDC_DENIED`, `OIDC_DOWN`, `OIDC_BAD_ANSWER`.
   */
  finish(search: string, ticketText: string | null): Promise<Claims>
}

/** Between the two calls: what the answer is held against. */
interface Ticket {
  state: string
  nonce: string
  verifier: string
  endsAt: number
}

const CALLBACK = '/api/auth/oidc/callback'
const TIMEOUT_SECONDS = 5
/** How long what a provider says of itself is believed. */
const METADATA_MS = 3_600_000
const NAMES = ['preferred_username', 'nickname', 'email', 'name'] as const

/** A fifth of a second of the start, for what few products have. */
const library = () => import('openid-client')

export function createProviderLogin(
  settings: NonNullable<Config['oidc']>,
  publicOrigin: string,
  secret: string
): ProviderLogin {
  const hash = createKeyedHash(secret)
  let discovered: { config: OpenId.Configuration; until: number } | undefined
  /** Under way: of many who come at once one asks the provider. */
  let discovering: Promise<OpenId.Configuration> | undefined

  const sealOf = (text: string) => hash.digest(`provider login\0${text}`).toString('base64url')

  function seal(ticket: Ticket): string {
    const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
    return `${text}.${sealOf(text)}`
  }

  function unseal(sealed: string | null): Ticket | null {
    const [text = '', mark = ''] = (sealed ?? '').split('.')
    const [brought, genuine] = [Buffer.from(mark), Buffer.from(sealOf(text))]
    if (brought.length !== genuine.length || !timingSafeEqual(brought, genuine)) return null
    const ticket: Ticket = JSON.parse(Buffer.from(text, 'base64url').toString())
    return ticket.endsAt > Date.now() ? ticket : null
  }

  function ownTicket(search: string, ticketText: string | null): Ticket | null {
    const ticket = unseal(ticketText)
    return ticket !== null && new URLSearchParams(search).get('state') === ticket.state ? ticket : null
  }

  async function configuration(): Promise<OpenId.Configuration> {
    if (discovered && discovered.until > Date.now()) return discovered.config
    discovering ??= discover().finally(() => {
      discovering = undefined
    })
    return await discovering
  }

  async function discover(): Promise<OpenId.Configuration> {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await library()
    const issuer = new URL(settings.issuer)
    const config = await discovery(issuer, settings.clientId, settings.clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      execute: issuer.protocol === 'http:' ? [allowInsecureRequests] : []
    }).catch(refuse)
    // Also where the token comes over TLS: its signature is looked at.
    enableNonRepudiationChecks(config)
    discovered = { config, until: Date.now() + METADATA_MS }
    return config
  }

  return {
    async begin() {
      const config = await configuration()
      const {
        buildAuthorizationUrl,
        calculatePKCECodeChallenge,
        randomNonce,
        randomPKCECodeVerifier,
        randomState
      } = await library()
      const ticket = {
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
        endsAt: Date.now() + OIDC_SECONDS * 1000
      }
      const location = buildAuthorizationUrl(config, {
        redirect_uri: `${publicOrigin}${CALLBACK}`,
        scope: 'openid profile email',
        state: ticket.state,
        nonce: ticket.nonce,
        code_challenge: await calculatePKCECodeChallenge(ticket.verifier),
        code_challenge_method: 'S256'
      })
      return { location: location.href, ticket: seal(ticket) }
    },

    isOwn: (search, ticketText) => ownTicket(search, ticketText) !== null,

    async finish(search, ticketText) {
      const ticket = ownTicket(search, ticketText)
      if (ticket === null) throw new Refusal('OIDC_STALE')
      const config = await configuration()
      const { authorizationCodeGrant } = await library()
      const tokens = await authorizationCodeGrant(config, new URL(`${CALLBACK}${search}`, publicOrigin), {
        expectedState: ticket.state,
        expectedNonce: ticket.nonce,
        pkceCodeVerifier: ticket.verifier
      }).catch(refuse)
      const claims = tokens.claims()
      if (!claims || !isSubject(claims.sub)) throw new Refusal('OIDC_BAD_ANSWER')
      const names = NAMES.map(name => claims[name]).filter(name => typeof name === 'string')
      return { issuer: claims.iss, subject: claims.sub, names }
    }
  }
}

/** As OpenID Connect has it, and what can be stored. */
const SUBJECT_MAX_CHARS = 255
const isSubject = (subject: unknown): boolean =>
  typeof subject === 'string' && subject !== '' && subject.length <= SUBJECT_MAX_CHARS && isStorable(subject)

interface ClientTrouble extends Partial<Error> {
  code?: string
  /** Of a claim that is another than it must be, which one. */
  cause?: { claim?: string }
}

/** The log says what was wrong; whoever tried to come in is told that it was. */
function refuse(error: unknown): never {
  const { name, code, message, cause } = error as ClientTrouble
  if (name === 'AuthorizationResponseError') throw new Refusal('OIDC_DENIED')
  log.warn('provider_refused', { name, code, reason: message, claim: cause?.claim })
  const isDown =
    name === 'TypeError' || name === 'TimeoutError' || code === 'OAUTH_TIMEOUT' || isSilent(error)
  throw new Refusal(isDown ? 'OIDC_DOWN' : 'OIDC_BAD_ANSWER')
}

/** Of a server that does not serve: no metadata, no keys, a gateway's words. */
function isSilent(error: unknown): boolean {
  const { cause } = error as { cause?: unknown }
  return cause instanceof Response && cause.status >= 500
}
