import { describe, expect, test } from 'bun:test'
import {
  allPaths,
  builtPart,
  chapterNumbers,
  commentsOf,
  deadChapters,
  deadLinks,
  deadPaths,
  deadPathsInComments,
  longLines,
  refusalsIn,
  routesIn,
  unbuiltPart,
  unknownNames,
  wordsIn,
  wrongNumbers
} from './documents.ts'

const PATHS = allPaths([
  'api/lib/log.ts',
  'api/features/news/store.ts',
  'api/features/README.md',
  'docs/how-it-works/search.md'
])
const PAGE = '# Page\n\n## 1. Rooms\ntext\n\n## 2. Who may import whom\ntext\n'
const HEADINGS = new Map([['search.md', chapterNumbers(PAGE)]])

describe('finds a path that is not there', () => {
  const dead = (path: string, text: string) => deadPaths({ path, text }, PATHS)

  test.each([
    ['docs/how-it-works/search.md', 'see `api/lib/gone.ts`'],
    ['README.md', 'see `#api/gone.ts`'],
    ['README.md', 'the folder `api/gone`'],
    ['README.md', 'the folder `gone/`'],
    ['api/features/README.md', 'its `routes.ts`'],
    ['api/features/README.md', 'not below: `log.ts`']
  ])('in %s: %s', (path, text) => {
    expect(dead(path, text)).toHaveLength(1)
  })

  test.each([
    ['docs/how-it-works/search.md', '`api/lib/log.ts`, `#api/lib/log.ts`, `api/features/`, `store.ts`'],
    ['api/features/README.md', '`news/store.ts`, `features/news`, `api/lib`, `lib/log.ts`'],
    ['README.md', '`./data`, `map.json`, `text/html`, `GET /gone.ts`, `https://example.com/a.md`'],
    ['README.md', '```\napi/gone.ts `api/gone.ts`\n```']
  ])('and none in %s: %s', (path, text) => {
    expect(dead(path, text)).toEqual([])
  })
})

describe('finds a comment that leads nowhere', () => {
  const dead = (comment: string) => {
    const file = { path: 'api/lib/log.ts', text: `const a = 1 ${comment}\n` }
    return [...deadPathsInComments(file, PATHS), ...deadChapters(commentsOf(file), HEADINGS)]
  }

  test.each([
    '// rules: `docs/how-it-works/search.md` §3',
    '/** Rules: `docs/how-it-works/gone.md` §1. */',
    '/**\n * Rules: `docs/how-it-works/search.md`\n * §7.\n */',
    '// the form of page §5',
    '// see gone.ts',
    '/* `api/gone/log.ts` has it */'
  ])('%s', comment => {
    expect(dead(comment).length).toBeGreaterThan(0)
  })

  test.each([
    '// rules: `docs/how-it-works/search.md` §2',
    '/**\n * Rules: `docs/how-it-works/search.md`\n * §1.\n */',
    '// a stored block (RFC 1951 §3.2.4)',
    '// see `log.ts` and `store.ts`, as every *-store.ts'
  ])('and takes no lawful one for it: %s', comment => {
    expect(dead(comment)).toEqual([])
  })

  test('reads comments of SQL and none of its strings', () => {
    const text = "-- see gone.ts\nSELECT 'other.ts'"
    expect(deadPathsInComments({ path: 'api/lib/a.sql', text }, PATHS)).toEqual(['gone.ts'])
  })
})

test('finds lines that are too long to be read', () => {
  const long = 'words '.repeat(21).trim()
  const link = `[${'a'.repeat(100)}](${'b'.repeat(100)})`
  expect(longLines(`# Page\n\n${long}\n`)).toEqual([long])
  expect(longLines(`| ${long} |\n\n\`\`\`\n${long}\n\`\`\`\n${link}\n`)).toEqual([])
})

test('finds links to no file and to no heading', () => {
  const texts = new Map([['docs/how-it-works/search.md', PAGE]])
  const dead = (text: string) => deadLinks({ path: 'docs/how-it-works/search.md', text }, texts)
  expect(
    dead('[a](search.md) [b](#1-rooms) [c](search.md#2-who-may-import-whom) [d](https://x.y/z#q)')
  ).toEqual([])
  expect(dead('[rooms §1](#1-rooms) [rooms\n§1](search.md#1-rooms)')).toEqual([])
  expect(dead('[rooms §2](#1-rooms) [rooms §1](search.md)')).toHaveLength(2)
  expect(dead('[a](gone.md) [b](#3-gone) [c](search.md#2-gone) [d](../../README.md)')).toHaveLength(4)
})

test('finds names that no code has', () => {
  const words = wordsIn([{ path: 'a.ts', text: "export const findUser = 'requests_count' // and gone" }])
  expect(unknownNames('`findUser(name)`, `{requests_count}`, `ok`', new Set([...words, 'name']))).toEqual([])
  expect(unknownNames('`gone`, `findNobody`, `{requests_count, credits}`, `GONE_DAYS`', words)).toEqual([
    'gone',
    'findNobody',
    'credits',
    'GONE_DAYS'
  ])
})

test('finds numbers that a constant has not', () => {
  const constants = new Map([
    ['REPLAY_SECONDS', [30]],
    ['QUERY_MAX', [1_024]]
  ])
  expect(wrongNumbers('30 s (`REPLAY_SECONDS`), 1,024\ncode points (`QUERY_MAX`)', constants)).toEqual([])
  expect(wrongNumbers('within 60 s (`REPLAY_SECONDS`) or 512 (`QUERY_MAX`)', constants)).toHaveLength(2)
})

test('tells what is built from what is not', () => {
  const text = '## 1. Now\n`GET /api/a`\n\n## 2. Decided, not built yet\n`POST /api/b`\n'
  expect(routesIn(builtPart(text))).toEqual(['GET /api/a'])
  expect(routesIn(unbuiltPart(text))).toEqual(['POST /api/b'])
  expect(routesIn(unbuiltPart(`${text}\n## 3. After\n\`PUT /api/c\`\n`))).toEqual(['POST /api/b'])
})

test('reads the table of refusals', () => {
  const table = '| status | codes |\n|---|---|\n| 400 | `BAD_INPUT` `BAD_JSON` |\n| 404 | `NOT_FOUND` |\n'
  expect([...refusalsIn(table)]).toEqual([
    ['BAD_INPUT', 400],
    ['BAD_JSON', 400],
    ['NOT_FOUND', 404]
  ])
})
