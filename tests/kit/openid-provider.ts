import { createHash, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { freePort } from './free-port.ts'

export const CLIENT = { id: 'sverka', secret: 'a secret of the provider' }

/** What a provider says of whoever signs in next, and how it lies about it. */
export interface NextLogin {
  claims: Record<string, unknown> & { sub: string }
  /** In place of what is right. */
  lies?: { nonce?: string; aud?: string; iss?: string; exp?: number; isForged?: boolean }
  /** The person declines. */
  isDeclined?: boolean
}

export interface OpenIdProvider {
  issuer: string
  env: Record<string, string>
  next: NextLogin
  /** Answers 503 from now on, or serves again. */
  isDown: boolean
  /** How often it was asked for its metadata. */
  discoveries: number
  stop(): Promise<void>
}

interface Grant {
  nonce: string
  challenge: string
  redirectUri: string
  login: NextLogin
}

/** A small OpenID provider over HTTP: discovery, keys, code flow with PKCE, tokens signed by RS256. */
export async function startProvider(): Promise<OpenIdProvider> {
  const keys = await generateKeyPair('RS256', { extractable: true })
  const forged = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const port = freePort()
  const issuer = `http://localhost:${port}`
  const grants = new Map<string, Grant>()

  const provider: OpenIdProvider = {
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
    next: { claims: { sub: 'nobody' } },
    isDown: false,
    discoveries: 0,
    stop: () => server.stop(true)
  }

  function authorize(url: URL): Response {
    const query = Object.fromEntries(url.searchParams)
    const back = new URL(query.redirect_uri ?? '')
    if (query.code_challenge_method !== 'S256' || !query.nonce)
      return new Response('no PKCE', { status: 400 })
    back.searchParams.set('state', query.state ?? '')
    if (provider.next.isDeclined) {
      back.searchParams.set('error', 'access_denied')
    } else {
      const code = randomUUID()
      const { nonce, code_challenge: challenge = '' } = query
      grants.set(code, { nonce, challenge, redirectUri: query.redirect_uri ?? '', login: provider.next })
      back.searchParams.set('code', code)
    }
    return Response.redirect(back.href, 302)
  }

  async function token(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const grant = grants.get(form.get('code') ?? '')
    // A code counts once.
    grants.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isClient = form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret
    if (
      !grant ||
      !isClient ||
      challenge !== grant.challenge ||
      form.get('redirect_uri') !== grant.redirectUri
    )
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    const { claims, lies = {} } = grant.login
    const idToken = await new SignJWT({ ...claims, nonce: lies.nonce ?? grant.nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuedAt()
      .setIssuer(lies.iss ?? issuer)
      .setAudience(lies.aud ?? CLIENT.id)
      .setExpirationTime(lies.exp ?? '5m')
      .sign(lies.isForged ? forged.privateKey : keys.privateKey)
    return Response.json({
      access_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: 300,
      id_token: idToken
    })
  }

  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    async fetch(request) {
      const url = new URL(request.url)
      if (provider.isDown) return new Response('down', { status: 503 })
      if (url.pathname === '/authorize') return authorize(url)
      if (url.pathname === '/token') return await token(request)
      if (url.pathname === '/jwks') return Response.json({ keys: [jwk] })
      provider.discoveries += 1
      return Response.json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        code_challenge_methods_supported: ['S256']
      })
    }
  })
  return provider
}
