import { corkedBody } from '#api/http/corked-body.ts'
import { encodingFor } from '#api/http/encoded-body.ts'
import { pathOf } from '#api/http/request-path.ts'
import { staticPagePath } from '#shared/rules/static-page-path.ts'
import { readSite, type SiteEncoding, type SiteFile } from './files.ts'

type AnswerFromSite = (request: Request) => Promise<Response>

const FETCH_SITES = ['none', 'same-origin', 'same-site', 'cross-site']
/**
 * Preloads the first call of signed-in pages, a fifth of the wait on slow phones. Not in stored answers, which may
 * outlive the session.
 */
const FIRST_QUESTION = '</api/auth/me>; rel=preload; as=fetch; crossorigin=use-credentials'
const NOT_BUILT = 'Сайт не собран. Выполните: bun run build\n'

/**
 * Serves the built site from memory: compression, ETag, long caching, own 404 page. A map of names rules out path
 * traversal. Overrides security headers.
 * @param folder Output of `astro build`, read once.
 * @param hasSession The request brings a possible session.
 */
export function createStaticSite(folder: string, hasSession: (headers: Headers) => boolean): AnswerFromSite {
  const files = readSite(folder)
  const notFound = files.get('404.html')

  return async request => {
    const file = findFile(files, pathOf(request.url)) ?? notFound
    const isIn = hasSession(request.headers)
    const pageHeaders = {
      'server-timing': toldToScripts(request.headers, isIn),
      ...(isIn && file?.isPrivate && { link: FIRST_QUESTION })
    }
    if (file) return await answer(request, file, file === notFound ? 404 : 200, pageHeaders)
    return new Response(NOT_BUILT, { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  }
}

/** `404.html` is no page. */
function findFile(files: Map<string, SiteFile>, pathname: string): SiteFile | undefined {
  const name = decoded(pathname)?.slice(1)
  if (name === undefined || name === '404.html') return undefined
  const page = name === '' || name.endsWith('/') ? `${name}index.html` : `${name}/index.html`
  return files.get(page) ?? files.get(name) ?? files.get(`${staticPagePath(name)}/index.html`)
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}

async function answer(
  request: Request,
  file: SiteFile,
  status: 200 | 404,
  pageHeaders: Record<string, string>
): Promise<Response> {
  const encoding = file.compressible ? siteEncoding(request.headers) : null
  const etag = `"${file.digest}${encoding ? `-${encoding}` : ''}"`
  const headers: Record<string, string> = { ...file.headers, etag, ...pageHeaders }
  if (file.compressible) headers.vary = 'Accept-Encoding'
  if (status === 200 && matchesEtag(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers })
  }
  if (encoding) headers['content-encoding'] = encoding
  const body = await file.body(encoding)
  headers['content-length'] = String(body.length)
  return new Response(request.method === 'HEAD' ? null : corkedBody([body]), { status, headers })
}

/**
 * Tells scripts `Sec-Fetch-Site`, because another site must not make a search spend credits, and whether a session
 * exists (`docs/how-it-works/contract.md` §6).
 */
function toldToScripts(headers: Headers, hasSession: boolean): string {
  const site = headers.get('sec-fetch-site') ?? ''
  // Always sent, so that a 304 replaces a stored value.
  const session = `session;desc=${hasSession ? 'some' : 'none'}`
  return FETCH_SITES.includes(site) ? `site;desc=${site}, ${session}` : session
}

function siteEncoding(headers: Headers): SiteEncoding | null {
  const encoding = encodingFor(headers)
  return encoding === 'identity' ? null : encoding
}

function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  return ifNoneMatch.split(',').some(tag => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}
