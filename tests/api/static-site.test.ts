import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { securityHeaders } from '#api/http/security-headers.ts'
import { pagePolicy } from '#api/http/static-site/policy.ts'
import { createStaticSite } from '#api/http/static-site/serve-site.ts'

const SCRIPT = '(()=>{var l=async t=>{await(await t())()};self.Astro={load:l}})()'
const STYLE = 'astro-island,astro-slot{display:contents}'
const PAGE = `<!doctype html><html lang="ru"><head><style>${STYLE}</style><script>${SCRIPT}</script>
<script type="module" src="/_astro/page.Ab12.js"></script><script type="application/json">{"a":1}</script></head>
<body>${'Сверка '.repeat(200)}</body></html>`

const FILES: Record<string, string> = {
  'index.html': PAGE,
  'login/index.html': PAGE,
  'search/index.html': PAGE,
  'admin/users/index.html': PAGE,
  '404.html': `<h1>Такой страницы нет</h1>${' '.repeat(600)}`,
  '_astro/page.Ab12.js': `export const a = 1 // ${'x'.repeat(2000)}`,
  '_astro/golos.Cd34.woff2': 'wOF2'.repeat(400),
  'theme.js': 'document.documentElement.dataset.theme = "dark"',
  'robots.txt': 'User-agent: *'
}

let folder: string
let ask: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sverka-site-'))
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, 'site', name)), { recursive: true })
    writeFileSync(join(folder, 'site', name), content)
  }
  writeFileSync(join(folder, 'secrets.json'), 'private')
  const site = createStaticSite(join(folder, 'site'), headers => headers.has('cookie'))
  ask = (path, headers = {}, method = 'GET') =>
    site(new Request(`http://localhost${path}`, { headers, method }))
})
afterAll(() => rmSync(folder, { recursive: true }))

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('static site', () => {
  test('answers a page with and without the closing slash', async () => {
    for (const path of ['/', '/login', '/login/', '/search?q=x', '/admin/users', '/admin/users/']) {
      const response = await ask(path)
      expect(response.status, path).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await response.text()).toBe(PAGE)
    }
  })

  test('says of every page, a kept one too, whether there is a session to ask for', async () => {
    const timing = (response: Response) => response.headers.get('server-timing')
    const etag = (await ask('/login')).headers.get('etag') ?? ''
    for (const [path, more] of [['/'], ['/nothing'], ['/login', { 'if-none-match': etag }]] as const) {
      expect(timing(await ask(path, { ...more }))).toBe('session;desc=none')
      expect(timing(await ask(path, { cookie: 'refresh_token=x', ...more }))).toBe('session;desc=some')
    }
    expect(timing(await ask('/', { 'sec-fetch-site': 'cross-site' }))).toBe(
      'site;desc=cross-site, session;desc=none'
    )
    expect(timing(await ask('/', { 'sec-fetch-site': 'made, up' }))).toBe('session;desc=none')
  })

  test('lets who is signed in ask for the session while a page of theirs still loads its scripts', async () => {
    const link = async (path: string, headers = {}) => (await ask(path, headers)).headers.get('link')
    const cookie = 'refresh_token=x'
    for (const path of ['/search', '/admin/users'])
      expect(await link(path, { cookie }), path).toBe(
        '</api/auth/me>; rel=preload; as=fetch; crossorigin=use-credentials'
      )
    expect(await link('/search')).toBeNull()
    // Browsers keep these, and would ask after the session has ended.
    for (const path of ['/', '/login', '/nothing', '/theme.js'])
      expect(await link(path, { cookie }), path).toBeNull()
  })

  test('answers an unknown page with its own 404 page', async () => {
    for (const path of ['/nothing', '/login/x', '/_astro/gone.js', '/404', '/404.html', '/%']) {
      const response = await ask(path)
      expect(response.status, path).toBe(404)
      expect(await response.text()).toContain('Такой страницы нет')
    }
  })

  test('leads nowhere out of its folder', async () => {
    const paths = [
      '/../secrets.json',
      '/%2e%2e/secrets.json',
      '/..%2fsecrets.json',
      '/%2e%2e%2fsecrets.json',
      '//secrets.json'
    ]
    for (const path of [
      ...paths,
      '/login/..%2f..%2f..%2fsecrets.json',
      '/index.html%00',
      '/__proto__',
      '/constructor'
    ]) {
      expect((await ask(path)).status, path).toBe(404)
    }
  })

  test('compresses what is text with the best encoding the client takes', async () => {
    const brotli = await ask('/', { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers.get('content-encoding')).toBe('br')
    expect(brotli.headers.get('vary')).toBe('Accept-Encoding')
    const body = Buffer.from(await brotli.arrayBuffer())
    expect(body.length).toBe(Number(brotli.headers.get('content-length')))
    expect(brotliDecompressSync(body).toString()).toBe(PAGE)

    const zipped = await ask('/', { 'accept-encoding': 'br;q=0, gzip' })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe(PAGE)

    expect((await ask('/')).headers.get('content-encoding')).toBeNull()
    expect(
      (await ask('/_astro/golos.Cd34.woff2', { 'accept-encoding': 'br' })).headers.get('content-encoding')
    ).toBeNull()
  })

  test('answers 304 for the same content in the same encoding only', async () => {
    const plain = (await ask('/')).headers.get('etag') ?? ''
    const brotli = (await ask('/', { 'accept-encoding': 'br' })).headers.get('etag') ?? ''
    expect(plain).toMatch(/^"[\w-]+"$/)
    expect(brotli).not.toBe(plain)
    const unchanged = await ask('/', { 'if-none-match': `"other", W/${plain}` })
    expect(unchanged.status).toBe(304)
    expect(await unchanged.text()).toBe('')
    expect(unchanged.headers.get('etag')).toBe(plain)
    expect((await ask('/', { 'if-none-match': plain, 'accept-encoding': 'br' })).status).toBe(200)
    expect((await ask('/', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('lets hashed files and fonts be kept for ever, and pages of signed-in people not at all', async () => {
    const control = async (path: string) => (await ask(path)).headers.get('cache-control')
    expect(await control('/_astro/page.Ab12.js')).toBe('public, max-age=31536000, immutable')
    expect(await control('/_astro/golos.Cd34.woff2')).toBe('public, max-age=31536000, immutable')
    expect(await control('/')).toBe('no-cache')
    expect(await control('/login')).toBe('no-cache')
    expect(await control('/search')).toBe('no-store')
    expect(await control('/admin/users')).toBe('no-store')
    expect(await control('/theme.js')).toStartWith('public, max-age=600')
  })

  test('answers HEAD like GET without a body', async () => {
    const head = await ask('/', {}, 'HEAD')
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(PAGE)))
    expect(await head.text()).toBe('')
  })

  test('says so when the site has not been built', async () => {
    const unbuilt = createStaticSite(join(folder, 'no-such-folder'), () => false)
    const response = await unbuilt(new Request('http://localhost/'))
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('bun run build')
  })
})

describe('content policy of a page', () => {
  test('allows exactly the inline scripts and styles of the page', () => {
    const policy = pagePolicy(PAGE)
    const directive = (name: string) => policy.split('; ').find(part => part.startsWith(`${name} `))
    expect(directive('script-src')).toBe(
      `script-src 'self' https://challenges.cloudflare.com ${sha256(SCRIPT)}`
    )
    expect(directive('style-src')).toBe(`style-src 'self' ${sha256(STYLE)}`)
    expect(directive('default-src')).toBe("default-src 'none'")
    expect(directive('frame-ancestors')).toBe("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })

  test('hashes a script once, keeps its white space and skips empty ones and data', () => {
    const policy = pagePolicy(
      '<script>\n a()\n</script><SCRIPT defer>\n a()\n</SCRIPT><script></script><script type="application/ld+json">{}</script>'
    )
    expect(policy.match(/sha256-/g)).toHaveLength(1)
    expect(policy).toContain(sha256('\n a()\n'))
  })

  test('goes out with the page', async () => {
    expect((await ask('/login')).headers.get('content-security-policy')).toBe(pagePolicy(PAGE))
    expect((await ask('/nothing')).headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

describe('security headers', () => {
  test('close everything that is not a page, and ask for https only where there is https', () => {
    const plain = securityHeaders(false)
    expect(plain).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin'
    })
    expect(plain['content-security-policy']).toContain("default-src 'none'")
    expect(plain).not.toHaveProperty('strict-transport-security')
    expect(securityHeaders(true)['strict-transport-security']).toContain('max-age=31536000')
  })
})
