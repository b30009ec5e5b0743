import { describe, expect, test } from 'bun:test'
import { brokenBorders, importsOf } from './borders.ts'
import { codeOf } from './tree.ts'

/** Path, text that breaks a border there, and a word of the rule that must name it. */
const PLANTED: [path: string, text: string, rule: string][] = [
  [
    'site/features/search/Panel.tsx',
    "import type { Config } from '#api/config.ts'",
    'site never imports api'
  ],
  ['site/lib/ask.ts', "import type { Static } from 'elysia'", 'site never imports api'],
  ['site/features/search/Panel.tsx', "type C = import('#api/config.ts').Config", 'site never imports api'],
  ['site/features/search/Row.tsx', "import { readFileSync } from 'node:fs'", 'node: only'],
  ['shared/phone.ts', "import { test } from 'bun:test'", 'shared imports only'],
  ['shared/phone.ts', "import type { Context } from '#api/context.ts'", 'shared imports only'],
  ['shared/phone.ts', 'export const home = process.cwd()', 'both sides'],
  ['api/main.ts', "export * from '#tests/kit/start-app.ts'", 'nothing imports tests'],
  ['api/features/auth/service.ts', "import type { Elysia } from 'elysia'", 'Elysia only'],
  ['api/features/auth/service.ts', "import {\n  eq\n} from 'drizzle-orm'", 'drizzle only'],
  ['api/features/auth/service.ts', 'const rows = sql`SELECT 1 FROM users`', 'SQL only'],
  [
    'api/features/auth/service.ts',
    "import { lastSearches } from '#api/features/history/store.ts'",
    'service.ts'
  ],
  [
    'api/features/auth/service.ts',
    "import { guard } from '#api/features/sessions/guard.ts'",
    'routes the guard'
  ],
  [
    'api/features/auth/routes.ts',
    "import { createPostgresEngine } from '#api/engines/postgres/engine.ts'",
    'the folder of an engine'
  ],
  ['api/engines/search.ts', "import { runScans } from './postgres/statement.ts'", 'the folder of an engine'],
  [
    'api/engines/postgres/engine.ts',
    "import type { User } from '#api/features/auth/service.ts'",
    'no feature'
  ],
  ['api/engines/index.ts', "await import('@elastic/elasticsearch')", 'Elasticsearch'],
  ['api/jobs/sweep.ts', "import { forgetOld } from '#api/features/history/store.ts'", 'jobs call services'],
  ['api/http/body.ts', "import { userOf } from '#api/features/auth/service.ts'", 'know no subject'],
  ['api/lib/refusal.ts', "import { jsonBody } from '#api/http/body.ts'", 'imports only itself'],
  ['api/http/drain.ts', "import { assertPortFree } from '#api/processes/port.ts'", 'imports only itself'],
  ['api/lib/log.ts', "import { title } from '#site/lib/title.ts'", 'api never imports site'],
  [
    'site/ui/Button.tsx',
    "import { $user } from '#site/features/account/user-store.ts'",
    'ui knows no subject'
  ],
  ['site/features/a/Panel.tsx', "import { Row } from '#site/features/b/Row.tsx'", 'another feature'],
  ['site/features/a/a-store.ts', "const answer = await fetch('/api/news')", 'only fetch'],
  [
    'site/features/a/a-store.ts',
    "import { newsAnswer } from '#shared/contracts/news.ts'",
    'never their schemas'
  ],
  [
    'site/features/a/a-store.ts',
    "import {\n  type NewsItem,\n  newsAnswer\n} from '#shared/contracts/news.ts'",
    'schemas'
  ],
  ['site/lib/ask.ts', "import { PROBLEMS } from '../../shared/problems.ts'", 'not by ../'],
  ['site/lib/ask.ts', "import { PROBLEMS } from '#shared/problems'", 'ending']
]

describe('borders', () => {
  test('hold in every file of the house', () => {
    const files = codeOf('site', 'api', 'shared')
    expect(files.length).toBeGreaterThan(10)
    expect(files.flatMap(brokenBorders)).toEqual([])
  })

  test.each(PLANTED)('catches a break planted in %s: %s', (path, text, rule) => {
    const breaks = brokenBorders({ path, text })
    expect(breaks.length).toBeGreaterThan(0)
    expect(breaks.join('\n')).toContain(rule)
  })

  test('does not take a comment or a lawful neighbour for a break', () => {
    const text = [
      "import type { SQL } from 'bun'",
      "import { listHistory } from '#api/features/history/service.ts'",
      "import type { SearchPolicy } from '#api/engines/contract.ts'",
      "// import { Elysia } from 'elysia'",
      "/** from 'drizzle-orm' */",
      "import { findUser } from './store.ts'"
    ].join('\n')
    expect(brokenBorders({ path: 'api/features/search/service.ts', text })).toEqual([])
  })

  test('reads imports in every written form', () => {
    const text =
      "import 'a'\nimport b, { c } from \"b\"\nexport type { D } from 'd'\nconst e = await import( 'e' )\nlet f: import('f').F"
    expect(importsOf(text).sort()).toEqual(['a', 'b', 'd', 'e', 'f'])
  })
})
