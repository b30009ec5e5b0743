import { posix } from 'node:path'
import { filesIn, ROOT, type SourceFile, withoutComments } from './tree.ts'

const ROOMS = ['api', 'shared', 'site', 'tests']
const AT_THE_TOP = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']

/** The documents at the top, the pages of `docs/` and the README of every room. */
export async function readDocuments(): Promise<SourceFile[]> {
  const paths = [...filesIn('docs'), ...ROOMS.flatMap(room => filesIn(room))]
  const pages = paths.filter(path => /\/README\.md$|^docs\/.*\.md$/.test(path))
  return await readTexts([...AT_THE_TOP, ...pages])
}

export const readTexts = async (paths: readonly string[]): Promise<SourceFile[]> =>
  await Promise.all(paths.map(async path => ({ path, text: await Bun.file(posix.join(ROOT, path)).text() })))

const NOT_BUILT = /^## .*not built yet[\s\S]*?(?=^## |(?![\s\S]))/gim

/** A page without its chapter on what does not exist yet; line numbers are not kept. */
export const builtPart = (text: string): string => text.replace(NOT_BUILT, '')
export const unbuiltPart = (text: string): string => (text.match(NOT_BUILT) ?? []).join('\n')

const FENCE = /^```[\s\S]*?^```$/gm

const LINE_MAX_CHARS = 120

/** Lines that are too long to be read, but for tables, blocks of code and the addresses of links. */
export const longLines = (text: string): string[] =>
  text
    .replace(FENCE, '')
    .replace(/\]\([^)\s]+\)/g, ']')
    .split('\n')
    .filter(line => line.length > LINE_MAX_CHARS && !line.startsWith('|'))

/** What stands in back-ticks, without blocks of code. */
export const codeSpans = (text: string): string[] =>
  [...text.replace(FENCE, '').matchAll(/`([^`]+)`/g)].map(match => (match[1] ?? '').replace(/\s+/g, ' '))

const FILE = /^[#\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|astro|mjs|md|json|css|sql|toml|svg)$/
const FOLDER = /^[#\w.-]+(?:\/[\w.-]+)*\/$|^[#\w.-]+(?:\/[\w.-]+)+$/
/** Made by commands, written by a user, or no path at all. */
const NO_FILE_OF_OURS =
  /^(?:\.?\/?(?:dist|data|look|\.run|node_modules)(?:\/|$)|(?:map|passport)\.json$|(?:application|multipart|text)\/|\.\.\/$)/

const isPath = (span: string) => (FILE.test(span) || FOLDER.test(span)) && !NO_FILE_OF_OURS.test(span)

/** Every path of the repository: files and the folders that hold them. */
export function allPaths(files: readonly string[]): ReadonlySet<string> {
  const paths = new Set(files)
  for (const file of files) {
    for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) paths.add(folder)
  }
  return paths
}

/**
 * Whether a document may name this path: from the root, from one of the folders that the document lies in, or, of a bare
 * file name, anywhere below its own folder.
 */
function isThere(span: string, document: string, paths: ReadonlySet<string>): boolean {
  const path = span.replace(/^#/, '').replace(/\/$/, '')
  const home = document.startsWith('docs/') ? '.' : posix.dirname(document)
  for (let folder = home; ; folder = posix.dirname(folder)) {
    if (paths.has(posix.join(folder, path))) return true
    if (folder === '.') break
  }
  if (path.includes('/')) return false
  const below = home === '.' ? '' : `${home}/`
  return [...paths].some(other => other.startsWith(below) && other.endsWith(`/${path}`))
}

/** Paths in back-ticks that lead nowhere. */
export const deadPaths = ({ path, text }: SourceFile, paths: ReadonlySet<string>): string[] =>
  codeSpans(text).filter(span => isPath(span) && !isThere(span, path, paths))

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(,])\/\/[^\n]*|<!--[\s\S]*?-->/g
const SQL_COMMENT = /--[^\n]*/g

/** The comments of a file, each wrapped line joined to the one before. */
export function commentsOf({ path, text }: SourceFile): string {
  const comments = text.match(path.endsWith('.sql') ? SQL_COMMENT : COMMENT) ?? []
  return comments.map(comment => comment.replace(/\n\s*(?:\*|\/\/|--)? ?/g, ' ')).join('\n')
}

/** Files that a comment names and nobody has. */
export function deadPathsInComments(file: SourceFile, paths: ReadonlySet<string>): string[] {
  const named = commentsOf(file).matchAll(
    /(?<![\w/.:*-])(?:\.\/)?(\w[\w./-]*\.(?:ts|tsx|md|sql|astro))(?![\w/-])/g
  )
  const everywhere = { ...file, path: 'docs/comment' }
  return [...named]
    .map(([, name = '']) => name)
    .filter(name => !isThere(name, file.path, paths) && !isThere(name, everywhere.path, paths))
}

/** «[rooms §2](#2-rooms)»: its address says whether there is such a chapter. */
const LINK_TO_CHAPTER = /\[[^\]]*§(\d+)[^\]]*\]\([^)\s#]*#?([^)\s]*)\)/g

/** Chapters, «page of docs §N», that a comment or page points to and no page has; any other § must be of a standard. */
export function deadChapters(text: string, headings: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const dead: string[] = []
  for (const match of text.replace(LINK_TO_CHAPTER, '').matchAll(/(\S+)[ \n]§(\d+(?:\.\d+)*)/g)) {
    const [whole, before = '', number = ''] = match
    const page = /docs\/[\w-]+\/([\w-]+\.md)|\[([\w-]+\.md)$/.exec(before)
    const isStandard = /RFC \S*$/.test(match.input.slice(0, match.index + before.length))
    const name = page?.[1] ?? page?.[2]
    if (name ? !headings.get(name)?.has(number) : !isStandard) dead.push(whole)
  }
  return dead
}

/** Numbers of the chapters of a page. */
export const chapterNumbers = (text: string): Set<string> =>
  new Set([...text.matchAll(/^## (\d+)\. /gm)].map(match => match[1] ?? ''))

/** A heading as an address ends with it. */
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\d\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/** Links that lead nowhere: to no file, to no heading of one, or to another chapter than they say. */
export function deadLinks({ path, text }: SourceFile, texts: ReadonlyMap<string, string>): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(match => match[1] ?? '')
  const misled = [...text.matchAll(LINK_TO_CHAPTER)].filter(
    ([, number = '', anchor = '']) => !anchor.startsWith(`${number}-`)
  )
  const dead = targets.filter(target => {
    if (/^(?:https?:|mailto:)/.test(target)) return false
    const [file = '', anchor] = target.split('#')
    const page = file === '' ? path : posix.join(posix.dirname(path), file)
    const text = texts.get(page)
    if (text === undefined) return true
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(match => slug(match[1] ?? ''))
    return anchor !== undefined && !headings.includes(anchor)
  })
  return [...dead, ...misled.map(([whole]) => whole)]
}

const SENTENCE = /[а-яё/…«»–—≤≥×%"']|^(?:bun|npx|astro|kill|git) |^--|\*/i
const NAME_MIN_CHARS = 3

/** Words in back-ticks that no code has: names, keys of bodies, columns, headers. */
export function unknownNames(text: string, words: ReadonlySet<string>): string[] {
  const named = codeSpans(text).filter(span => !isPath(span) && !SENTENCE.test(span) && !span.includes('@'))
  return named.flatMap(span => {
    const names = span.match(/[A-Za-z_$][\w$]*/g) ?? []
    const isHeader = /[a-z]-[A-Za-z]/.test(span)
    return names.filter(
      name =>
        name.length >= NAME_MIN_CHARS && !words.has(name) && !(isHeader && words.has(name.toLowerCase()))
    )
  })
}

/** Every word of code, what stands in quotes included, comments not. */
export function wordsIn(files: readonly SourceFile[]): ReadonlySet<string> {
  const words = new Set<string>()
  for (const { path, text } of files) {
    const code = path.endsWith('.sql') ? text.replace(SQL_COMMENT, '') : withoutComments(text)
    for (const [word] of code.matchAll(/[A-Za-z_$][\w$]*/g)) words.add(word)
  }
  return words
}

const ROUTE = /^(GET|POST|PUT|DELETE|PATCH) (\/[\w/:.-]*)/

/** Routes as «METHOD /path». */
export const routesIn = (text: string): string[] =>
  codeSpans(text).flatMap(span => ROUTE.exec(span)?.[0] ?? [])

/** Rows of the table of refusals: code → status. */
export function refusalsIn(text: string): Map<string, number> {
  const rows = text.matchAll(/^\| (\d{3}) \| (.+) \|$/gm)
  return new Map(
    [...rows].flatMap(([, status, codes = '']) =>
      codeSpans(codes).map((code): [string, number] => [code, Number(status)])
    )
  )
}

const CONSTANT = /(?<![\w.])(\d[\d,]*(?:\.\d+)?)(?![\d–])[^\d`()|]{0,40}\(`([A-Z][A-Z\d_]{2,})`\)/g

/** Numbers before a constant in brackets, «30 s (`REPLAY_SECONDS`)», that the constant has not. */
export function wrongNumbers(text: string, constants: ReadonlyMap<string, readonly number[]>): string[] {
  return [...text.matchAll(CONSTANT)]
    .filter(([, number = '', name = '']) => {
      const values = constants.get(name)
      return values !== undefined && !values.includes(Number(number.replaceAll(',', '')))
    })
    .map(([whole]) => whole.replace(/\s+/g, ' '))
}

/** Constants that are plain numbers, by name. */
export function numbersIn(files: readonly SourceFile[]): Map<string, number[]> {
  const numbers = new Map<string, number[]>()
  for (const { text } of files) {
    for (const [, name = '', value = ''] of text.matchAll(
      /^(?:export )?const ([A-Z][A-Z\d_]+) = ([\d_.]+)$/gm
    ))
      numbers.set(name, [...(numbers.get(name) ?? []), Number(value.replaceAll('_', ''))])
  }
  return numbers
}
