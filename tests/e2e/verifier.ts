import { VERIFIER_PORT } from './stage.ts'

/**
 * Answers as the provider's siteverify does. The token says what to answer: `pass:<action>`, `fail:<action>`, or
 * `down:<action>` for a verifier that is out of order.
 */
function verdict(token: string): Response {
  const [what, action] = token.split(':')
  if (what === 'down') return new Response('out of order', { status: 502 })
  return Response.json({
    success: what === 'pass',
    hostname: 'localhost',
    action,
    challenge_ts: new Date().toISOString(),
    'error-codes': what === 'pass' ? [] : ['invalid-input-response']
  })
}

const server = Bun.serve({
  port: VERIFIER_PORT,
  hostname: '127.0.0.1',
  routes: {
    '/': new Response('ready'),
    '/siteverify': {
      POST: async request => verdict(String((await request.formData()).get('response') ?? ''))
    }
  }
})

process.on('SIGTERM', () => {
  server.stop(true)
  process.exit(0)
})
