import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { pagePolicy } from './policy.ts'

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

export type SiteEncoding = keyof typeof encoders

export interface SiteFile {
  /** Without those of the encoding. */
  headers: Record<string, string>
  /** For signed-in users only. */
  isPrivate: boolean
  digest: string
  compressible: boolean
  body(encoding: SiteEncoding | null): Promise<Uint8Array<ArrayBuffer>>
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
  ts: 'text/plain; charset=utf-8',
  py: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2'
}
const TEXT = /^text\/|json|xml/

/** Other pages must not be stored by browsers. */
const OPEN_PAGES = new Set([
  'index.html',
  'login/index.html',
  'register/index.html',
  'privacy/index.html',
  '404.html'
])

/** By path without leading slash; empty before the first build. */
export function readSite(folder: string): Map<string, SiteFile> {
  const files = new Map<string, SiteFile>()
  for (const entry of filesIn(folder)) {
    const name = entry.split(sep).join('/')
    files.set(name, siteFile(name, readFileSync(join(folder, entry))))
  }
  return files
}

function filesIn(folder: string): string[] {
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
  const isPrivate = isPage && !OPEN_PAGES.has(name)
  const compressed = new Map<SiteEncoding, Promise<Uint8Array<ArrayBuffer>>>()
  return {
    headers: {
      'content-type': type,
      'cache-control': isPrivate ? 'no-store' : cacheControl(name),
      ...(isPage ? { 'content-security-policy': pagePolicy(content.toString('utf8')) } : {})
    },
    isPrivate,
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

/** Hashed files and fonts never change. */
function cacheControl(name: string): string {
  if (name.startsWith('_astro/') || name.endsWith('.woff2')) return 'public, max-age=31536000, immutable'
  if (name.endsWith('.html')) return 'no-cache'
  return 'public, max-age=600, stale-while-revalidate=86400'
}
