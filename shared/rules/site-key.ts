/** Test keys that always pass (developers.cloudflare.com/turnstile/troubleshooting/testing). */
export const PASSING_SITE_KEY_PREFIX = '1x00000000000000000000'
