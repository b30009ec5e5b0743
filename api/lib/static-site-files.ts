import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { pagePolicy } from './static-site-policy.ts'

const encoders = {
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length
      }
    }),
  gzip: (body: Uint8Array) => promisify(gzip)(body, { level: GZIP_LEVEL })
}

export type Encoding = keyof typeof encoders

export interface SiteFile {
  /** What it answers with, beside the headers of its encoding. */
  headers: Record<string, string>
  /** Hash of the content. */
  digest: string
  /** False when compression would gain nothing. */
  compressible: boolean
  /** The content, in an encoding; compressed once, when it is first asked for. */
  body(encoding: Encoding | null): Promise<Uint8Array<ArrayBuffer>>
}

const BROTLI_QUALITY = 9
const GZIP_LEVEL = 8
const WORTH_COMPRESSING_BYTES = 512

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2'
}
const TEXT = /^text\/|json|xml/

/** Pages that anybody may see; the others are for people who are signed in, and no browser may keep them. */
const OPEN_PAGES = new Set([
  'index.html',
  'login/index.html',
  'register/index.html',
  'privacy/index.html',
  '404.html'
])

/** The built site in memory, by path without a leading slash. Empty when it has not been built. */
export function readSite(folder: string): Map<string, SiteFile> {
  const files = new Map<string, SiteFile>()
  for (const entry of list(folder)) {
    const name = entry.split(sep).join('/')
    files.set(name, siteFile(name, readFileSync(join(folder, entry))))
  }
  return files
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function siteFile(name: string, content: Buffer<ArrayBuffer>): SiteFile {
  const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  const isPage = name.endsWith('.html')
  const compressed = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>()
  return {
    headers: {
      'content-type': type,
      'cache-control': cacheControl(name),
      ...(isPage ? { 'content-security-policy': pagePolicy(content.toString('utf8')) } : {})
    },
    digest: createHash('sha256').update(content).digest('base64url').slice(0, 27),
    compressible: TEXT.test(type) && content.length >= WORTH_COMPRESSING_BYTES,
    body: encoding => {
      if (encoding === null) return Promise.resolve(content)
      const body = compressed.get(encoding) ?? encoders[encoding](content)
      compressed.set(encoding, body)
      return body
    }
  }
}

/** Names under `_astro` and of fonts carry a hash of the content or never change. */
function cacheControl(name: string): string {
  if (name.startsWith('_astro/') || name.endsWith('.woff2')) return 'public, max-age=31536000, immutable'
  if (name.endsWith('.html')) return OPEN_PAGES.has(name) ? 'no-cache' : 'no-store'
  return 'public, max-age=600, stale-while-revalidate=86400'
}
