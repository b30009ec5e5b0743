import { createHash } from 'node:crypto'

const TURNSTILE = 'https://challenges.cloudflare.com'

const ELEMENT = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi
/** Data in scripts never run. */
const DATA_TYPE = /\btype\s*=\s*["']?(?:application\/(?:ld\+)?json|text\/plain)\b/i
const HAS_SOURCE = /(?:^|\s)src\s*=/i

/** Content policy of a page: own files, the security check, and inline code by hash. Pure. */
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
