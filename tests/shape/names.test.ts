import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { codeOf, filesIn, ROOT, withoutComments } from './tree.ts'

const KEBAB =
  /^[a-z\d]+(-[a-z\d]+)*(\.(test|e2e|config|d))?\.(ts|mjs|css|js|json|sql|svg|png|ico|txt|woff2|astro|csv|ndjson|md|py|xlsx?|xml|pdf|zip|backup|(tsv\.)?gz)$/
const PASCAL = /^[A-Z][A-Za-z\d]*\.(tsx|astro)$/
const LICENCE = /^(OFL|LICENSE)(\.txt)?$/
/** Names that answer no question: anything may be thrown into them. */
const ROOMS_OF_NOTHING = /(^|\/)(utils?|helpers?|misc|common|stuff|core)(\/|\.[a-z]+$)/

const TOP_LEVEL = [
  'package.json',
  'astro.config.mjs',
  'bunfig.toml',
  'site',
  'api',
  'shared',
  'clients',
  'tests',
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'renovate.json',
  'bun.lock',
  'tsconfig.json',
  'biome.json',
  '.gitignore',
  '.gitattributes',
  '.ci',
  '.github',
  'deploy',
  'docs'
]
const IGNORED = ['.git', 'node_modules', 'dist', '.astro', 'data', '.run', 'test-results', '.env']

const files = [...filesIn('site'), ...filesIn('api'), ...filesIn('shared'), ...filesIn('tests')]

describe('names', () => {
  test('leave no room for utils and helpers', () => {
    expect(files.filter(path => ROOMS_OF_NOTHING.test(path))).toEqual([])
  })

  test('are kebab-case for files and Pascal for components and layouts', () => {
    const odd = files.filter(path => {
      const name = path.split('/').at(-1) ?? ''
      if (/^api\/db\/(migrations|functions)\//.test(path) || LICENCE.test(name) || name === 'README.md')
        return false
      if (name.endsWith('.tsx') || path.startsWith('site/layouts/')) return !PASCAL.test(name)
      return !KEBAB.test(name) && !(name.endsWith('.astro') && PASCAL.test(name))
    })
    expect(odd).toEqual([])
  })

  test('stand at the top level only where the architecture or a tool needs them', () => {
    const top = readdirSync(ROOT).filter(name => !IGNORED.includes(name) && !name.endsWith('.log'))
    expect(top.filter(name => !TOP_LEVEL.includes(name))).toEqual([])
  })

  test('are exported by name, not as default', () => {
    const withDefault = codeOf('site', 'api', 'shared', 'tests')
      .filter(
        file => !file.path.endsWith('.config.ts') && /^export default/m.test(withoutComments(file.text))
      )
      .map(file => file.path)
    expect(withDefault).toEqual([])
  })

  test('stand under #site, #api, #shared and #tests in the one table of package.json', async () => {
    const { imports } = await Bun.file(`${ROOT}/package.json`).json()
    expect(imports).toEqual({
      '#site/*': './site/*',
      '#api/*': './api/*',
      '#shared/*': './shared/*',
      '#tests/*': './tests/*'
    })
  })
})
