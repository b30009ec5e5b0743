import { beforeAll, describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { createApp } from '#api/app.ts'
import { readConfig } from '#api/config.ts'
import { closeContext, createContext } from '#api/context.ts'
import { openRecords } from '#api/engines/index.ts'
import * as business from '#shared/constants.ts'
import { matchShape } from '#shared/contracts/match.ts'
import { personShape } from '#shared/contracts/person.ts'
import { PROBLEMS } from '#shared/problems.ts'
import {
  allPaths,
  builtPart,
  chapterNumbers,
  codeSpans,
  commentsOf,
  deadChapters,
  deadLinks,
  deadPaths,
  deadPathsInComments,
  longLines,
  numbersIn,
  readDocuments,
  readTexts,
  refusalsIn,
  routesIn,
  unbuiltPart,
  unknownNames,
  wordsIn,
  wrongNumbers
} from './documents.ts'
import { codeOf, filesIn, type SourceFile } from './tree.ts'

const TOP = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'renovate.json',
  'package.json',
  'bunfig.toml',
  'biome.json',
  'tsconfig.json',
  'astro.config.mjs'
]
const OF_API = /^\w+ \/(?:api|admin\/api|dashboard\/api|refresh)(?:\/|$)/

/** Plants faults for the finders. */
const PLANTED = 'tests/shape/docs-finders.test.ts'

/** A variable or a constant: those of what is not built are there already. */
const isSetting = (name: string) => /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(name)

const code = codeOf('api', 'shared', 'site', 'tests').filter(({ path }) => path !== PLANTED)
const pictures = filesIn('.github')
let documents: SourceFile[] = []
let built: SourceFile[] = []
let others: SourceFile[] = []
let paths: ReadonlySet<string> = new Set()
let headings: ReadonlyMap<string, ReadonlySet<string>> = new Map()

beforeAll(async () => {
  documents = await readDocuments()
  built = documents.map(({ path, text }) => ({ path, text: builtPart(text) }))
  const files = ['api', 'clients', 'deploy', 'docs', 'shared', 'site', 'tests', '.ci'].flatMap(filesIn)
  others = await readTexts([
    ...files.filter(path => /\.(?:sql|css)$/.test(path)),
    ...TOP.slice(1),
    ...pictures
  ])
  paths = allPaths([...files, ...TOP, ...pictures])
  headings = new Map(
    documents
      .filter(({ path }) => path.startsWith('docs/'))
      .map(({ path, text }) => [path.split('/').at(-1) ?? '', chapterNumbers(text)])
  )
})

/** «file: what» for everything that a finder finds. */
const findingsOf = (files: readonly SourceFile[], finder: (file: SourceFile) => string[]) =>
  files.flatMap(file => finder(file).map(what => `${file.path}: ${what}`))

const pageOf = (name: string) =>
  documents.find(({ path }) => /^docs\//.test(path) && path.endsWith(`/${name}`))?.text ?? ''
const contract = () => pageOf('contract.md')
/** Together they name every route. */
const ON_HTTP = [
  'lists.md',
  'contract.md',
  'search-calls.md',
  'second-factor.md',
  'public-api.md',
  'webhooks.md',
  'payments.md',
  'administration.md',
  'imports.md'
]

describe('documents', () => {
  test('stand where a reader looks for them: at each room and subject', () => {
    const folders = [...paths].filter(path =>
      /^(?:api|shared|site|tests|(?:api|shared|tests|api\/features|api\/engines|site\/features)\/[\w-]+)$/.test(
        path
      )
    )
    const rooms = folders.filter(folder => [...paths].some(path => path.startsWith(`${folder}/`)))
    expect(rooms.length).toBeGreaterThan(30)
    expect(rooms.filter(room => !paths.has(`${room}/README.md`))).toEqual([])
  })

  test('name files and folders that exist', () => {
    expect(findingsOf(built, file => deadPaths(file, paths))).toEqual([])
  })

  test('name nothing that the code does not have', () => {
    const words = wordsIn([...code, ...others])
    expect(findingsOf(built, ({ text }) => unknownNames(text, words))).toEqual([])
    const settings = ({ text }: SourceFile) => unknownNames(unbuiltPart(text), words).filter(isSetting)
    expect(findingsOf(documents, settings)).toEqual([])
  })

  test('let a room be entered by what it holds', () => {
    const strangers = findingsOf(built, ({ path, text }) => {
      const entry = /^Enter [\s\S]*?(?=\n\n[^|])/m.exec(text)?.[0]
      if (entry === undefined) return []
      const room = path.replace(/README\.md$/, '')
      return unknownNames(entry, wordsIn(code.filter(file => file.path.startsWith(room))))
    })
    expect(strangers).toEqual([])
  })

  test('say the number that a constant has', () => {
    const constants = numbersIn(code)
    for (const [name, value] of Object.entries(business))
      if (typeof value === 'number') constants.set(name, [value])
    expect(findingsOf(built, ({ text }) => wrongNumbers(text, constants))).toEqual([])
  })

  test('link to files and headings that are there', async () => {
    const pages = await readTexts([...paths].filter(path => path.endsWith('.md')))
    const texts = new Map([...pages, ...others, ...code].map(({ path, text }) => [path, text]))
    expect(findingsOf(documents, file => deadLinks(file, texts))).toEqual([])
  })

  test('keep to pages and lines that can be read', () => {
    expect(findingsOf(documents, ({ text }) => longLines(text))).toEqual([])
    const linesOf = ({ text }: SourceFile) => text.trimEnd().split('\n').length
    const tooLong = (most: number) => (file: SourceFile) => (linesOf(file) > most ? ['too long'] : [])
    expect(findingsOf(documents, tooLong(200))).toEqual([])
    expect(
      findingsOf(
        documents.filter(({ path }) => path === 'README.md'),
        tooLong(150)
      )
    ).toEqual([])
  })

  test('are all found from the page of contents', () => {
    const contents = documents.find(({ path }) => path === 'docs/README.md')?.text ?? ''
    const pages = documents.filter(({ path }) => /^docs\/.+\//.test(path))
    expect(pages.length).toBeGreaterThan(20)
    expect(
      pages.map(({ path }) => path.replace('docs/', '')).filter(path => !contents.includes(`](${path})`))
    ).toEqual([])
  })
})

describe('comments', () => {
  test('point to chapters that pages have, and to no page that is not in the repository', () => {
    const files = [...code, ...others.filter(({ path }) => path.endsWith('.sql'))]
    expect(findingsOf(files, file => deadChapters(commentsOf(file), headings))).toEqual([])
    expect(findingsOf(files, file => deadPathsInComments(file, paths))).toEqual([])
    expect(findingsOf(documents, ({ text }) => deadChapters(text, headings))).toEqual([])
  })
})

describe('the pages on HTTP', () => {
  let routes: string[] = []

  beforeAll(async () => {
    // Never connected: making the app asks nothing of a database.
    const sql = new SQL('postgres://nobody@127.0.0.1:1/nothing')
    const secrets = { session: 'a', suppress: 'b', audit: 'c' }
    const config = readConfig({})
    const context = createContext({
      config,
      secrets,
      database: { app: sql, owner: sql },
      records: openRecords(config, { app: sql, owner: sql, openConnection: () => sql, searchConnections: 1 })
    })
    const declared = createApp(context).routes.filter(({ method }) => method !== 'ALL')
    routes = declared.map(
      ({ method, path }) => `${method} ${path.length > 1 ? path.replace(/\/$/, '') : path}`
    )
    await closeContext(context)
    await sql.close()
  })

  test('name every route and page that there is, and no other', () => {
    const pages = filesIn('site/pages')
      .map(path => path.replace(/^site\/pages|\.astro$/g, ''))
      .filter(path => path !== '/404')
      .map(path => `GET ${path.replace(/\/?index$/, '') || '/'}`)
    expect(routes.length).toBeGreaterThan(20)
    const named = new Set(ON_HTTP.flatMap(name => routesIn(builtPart(pageOf(name)))))
    expect([...named].toSorted()).toEqual([...routes, ...pages].toSorted())
  })

  test('say nowhere else of a route what is not so', () => {
    const named = findingsOf(built, ({ text }) => routesIn(text).filter(route => OF_API.test(route)))
    expect(named.filter(route => !routes.includes(route.split(': ')[1] ?? ''))).toEqual([])
  })

  test('do not call unbuilt what is built', () => {
    const unbuilt = findingsOf(documents, ({ text }) => routesIn(unbuiltPart(text)))
    expect(routesIn(unbuiltPart('## 9. Decided, not built yet\n\n`GET /later`.\n'))).toHaveLength(1)
    expect(unbuilt.filter(route => routes.includes(route.split(': ')[1] ?? ''))).toEqual([])
  })

  test.each([
    ['matches', matchShape.entries],
    ['persons', personShape.entries]
  ])('name every key of %s', (part, entries) => {
    const spans = codeSpans(pageOf('search-calls.md'))
    const shape = spans.slice(spans.indexOf(part)).find(span => span.startsWith('{')) ?? ''
    expect(shape.match(/\w+/g)?.toSorted()).toEqual(Object.keys(entries).toSorted())
  })

  test('name every refusal with its status', () => {
    const answered = Object.entries(PROBLEMS).map(([name, { status }]) => `${status} ${name}`)
    const named = [...refusalsIn(contract())].map(([name, status]) => `${status} ${name}`)
    expect(named.toSorted()).toEqual(answered.toSorted())
  })
})

describe('the page on security', () => {
  test('has a row for each requirement, which holds by a test or says why it does not', () => {
    const page = documents.find(({ path }) => path === 'docs/guides/security.md')?.text ?? ''
    const rows = [...page.matchAll(/^\| (R\d+) \| .+ \| (.+) \| (.+) \|$/gm)]
    expect(rows.map(([, name]) => name)).toEqual(Array.from({ length: 68 }, (_, at) => `R${at + 1}`))
    const unproven = rows.filter(
      ([, , tests = '', result = '']) => /^holds/.test(result) && !/`tests\//.test(tests)
    )
    expect(unproven.map(([row]) => row)).toEqual([])
    const unexplained = rows.filter(
      ([, , , result = '']) => !/^(?:holds|deviates: \w|with \d\d|not tried)/.test(result)
    )
    expect(unexplained.map(([row]) => row)).toEqual([])
  })
})
