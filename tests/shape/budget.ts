import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'

export interface Weight {
  /** Bytes after gzip: the scripts that the page loads by itself, and what stands inline. */
  firstLoad: number
  /** The same with every script that it can come to fetch when it is used, but for `WORKBOOK`. */
  everything: number
  /** Bytes after gzip. */
  stylesheet: number
}

const gzip = (text: string | Buffer) => gzipSync(text, { level: 9 }).byteLength

/** Weighs a built page by walking its HTML and the imports of its scripts. */
export function weighPage(site: string, file: string): Weight {
  const html = readFileSync(join(site, file), 'utf8')
  const roots = [
    ...attributes(html, /<script\b[^>]*\bsrc="([^"]+)"/g),
    ...attributes(html, /<link\b[^>]*\brel="modulepreload"[^>]*\bhref="([^"]+)"/g),
    ...attributes(html, /\b(?:component|renderer|before-hydration)-url="([^"]+)"/g)
  ]
  const inline = [...html.matchAll(/<script\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    match => match[1] ?? ''
  )
  const weigh = (kind: 'static' | 'all') => {
    const scripts = reachable(site, [...roots, ...inline.flatMap(text => importsOf(text, '/', 'all'))], kind)
    return (
      sum([...scripts].map(url => readFileSync(join(site, url)))) + sum(inline.filter(text => text.trim()))
    )
  }
  const sheets = new Set(attributes(html, /<link\b[^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"/g))
  const styles = [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)].map(match => match[1] ?? '')
  return {
    firstLoad: weigh('static'),
    everything: weigh('all'),
    stylesheet: sum([...sheets].map(url => readFileSync(join(site, url)))) + sum(styles)
  }
}

/** The pages of the build, as paths of their HTML. */
export const pagesOf = (site: string): string[] =>
  readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.html'))

/** All style sheets of the build, after gzip. */
export function weighSheets(site: string): number {
  return sum(filesWith(site, '.css').map(path => readFileSync(path)))
}

/** All fonts of the build as they are: they are packed already. */
export function weighFonts(site: string): number {
  return filesWith(site, '.woff2').reduce((all, path) => all + readFileSync(path).byteLength, 0)
}

function filesWith(site: string, ending: string): string[] {
  return readdirSync(site, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith(ending))
    .map(path => join(site, path))
}

/** The library of workbooks, which many pages load on one press alone: it is weighed by itself. */
const WORKBOOK = /\/workbook\.[\w-]+\.js$/

export const weighWorkbook = (site: string): number =>
  sum(
    filesWith(site, '.js')
      .filter(path => WORKBOOK.test(path))
      .map(path => readFileSync(path))
  )

const sum = (texts: (string | Buffer)[]) => texts.reduce((all, text) => all + gzip(text), 0)
const attributes = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(match => match[1] ?? '')

const STATIC = [/\bfrom\s*["'`]([^"'`]+)["'`]/g, /\bimport\s*["'`]([^"'`]+)["'`]/g]
const DYNAMIC = [/\bimport\s*\(\s*["'`]([^"'`]+)["'`]/g, /["'](_astro\/[\w.-]+\.js)["']/g]

/** Modules that a script names, as addresses from the root of the site. */
function importsOf(text: string, folder: string, kind: 'static' | 'all'): string[] {
  const patterns = kind === 'all' ? [...STATIC, ...DYNAMIC] : STATIC
  return patterns
    .flatMap(pattern => [...text.matchAll(pattern)].map(match => match[1] ?? ''))
    .filter(name => /^(\.|\/|_astro\/)/.test(name))
    .map(name => (name.startsWith('.') ? posix.join(folder, name) : posix.join('/', name)))
}

function reachable(site: string, roots: string[], kind: 'static' | 'all'): Set<string> {
  const seen = new Set<string>()
  const waiting = roots.filter(url => url.startsWith('/'))
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (seen.has(url) || !existsSync(join(site, url))) continue
    if (kind === 'all' && WORKBOOK.test(url)) continue
    seen.add(url)
    waiting.push(...importsOf(readFileSync(join(site, url), 'utf8'), posix.dirname(url), kind))
  }
  return seen
}
