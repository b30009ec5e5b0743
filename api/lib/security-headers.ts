const YEAR_SECONDS = 31_536_000

/** Nothing of an answer that is not a page may run, be framed or load anything. */
export const CLOSED_CONTENT_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Headers of every answer, errors included. A page brings a content policy of its own (`static-site-policy.ts`).
 *
 * @param secure The public origin is https.
 */
export function securityHeaders(secure: boolean): Record<string, string> {
  return {
    'content-security-policy': CLOSED_CONTENT_POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Addresses of ours can hold a query; other sites learn none, our own pages still know each other.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
    ...(secure ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` } : {})
  }
}
