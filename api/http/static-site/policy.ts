import { createHash } from 'node:crypto'

/** Origin of the security check's widget (developers.cloudflare.com/turnstile/reference/content-security-policy). */
const TURNSTILE = 'https://challenges.cloudflare.com'

const ELEMENT = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi
/** Data in a script element never runs and needs no permission. */
const DATA_TYPE = /\btype\s*=\s*["']?(?:application\/(?:ld\+)?json|text\/plain)\b/i
const HAS_SOURCE = /(?:^|\s)src\s*=/i

/**
 * The `Content-Security-Policy` of one page: our own files, the security check's widget, and the page's own inline
 * scripts and styles by their hashes. Pure.
 */
export function pagePolicy(html: string): string {
  const hashes = { script: new Set<string>(), style: new Set<string>() }
  for (const [, name = '', attributes = '', text = ''] of html.matchAll(ELEMENT)) {
    const kind = name.toLowerCase() as 'script' | 'style'
    if (text === '' || (kind === 'script' && (HAS_SOURCE.test(attributes) || DATA_TYPE.test(attributes))))
      continue
    hashes[kind].add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  }
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", TURNSTILE, ...hashes.script],
    'style-src': ["'self'", ...hashes.style],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-src': [TURNSTILE],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"]
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}
