import { readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '..', '..')

/** A quick run is one for every change; a full one is for what is landed. */
export const RUNS = ['quick', 'full'] as const
export type Run = (typeof RUNS)[number]

/** Measured goals, generated people and what loads the machine by itself. */
export const FULL_FOLDERS = ['tests/bench/', 'tests/quality/', 'tests/torture/']

/** Files of `tests/api` that only a full run runs, by what makes them slow. */
export const FULL_FILES: Record<string, readonly string[]> = {
  'a server of Elasticsearch': [
    'adopted-indices',
    'adopted-limits',
    'adopted-suppression',
    'adopted-totals',
    'elastic-commands',
    'elastic-cut-off',
    'elastic-frozen-master',
    'elastic-index-faults',
    'elastic-index-histories',
    'elastic-refusals',
    'elastic-tls',
    'external-engine',
    'reindex',
    'source-removal'
  ],
  'thousands of generated people, calls and minutes': ['bulk-load', 'openapi-fuzz', 'payment-times'],
  'many files, and every cell in every form': [
    'column-names',
    'import-headless',
    'import-hostile-files',
    'import-hostile-kinds',
    'import-id',
    'import-interrupted',
    'import-late-columns',
    'import-trouble',
    'import-undo',
    'numbering',
    'remap',
    'strange-hosts',
    'suppressed-is-absent',
    'undo-order',
    'written-forms'
  ],
  'processes of the product, started and killed': [
    'another-database',
    'backup-command',
    'door-charges',
    'earlier-database',
    'embedded',
    'frozen-database',
    'import-jobs',
    'import-supervision',
    'job-turns',
    'keys',
    'list-killed',
    'load-killed',
    'payment-processes',
    'preview-places',
    'rekey',
    'rekey-killed',
    'rotation-processes',
    'search-worker-pool',
    'start',
    'stopping'
  ]
}

/** Files of `FULL_FILES` that are held against limits of the product by the clock: each runs with nothing beside it. */
export const ALONE = [
  'adopted-limits',
  'adopted-suppression',
  'elastic-cut-off',
  'elastic-frozen-master',
  'frozen-database',
  'load-killed',
  'stopping'
]

/** Files of `tests/shared` that compare processor times, which what runs beside them changes: only a full run runs them, alone. */
export const MEASURED = ['identity/line-cost', 'identity/linear-time']

/** Others that only a full run runs: thousands of lines. */
export const FULL_READERS = ['identity/lookup/hostile-lines', 'identity/reading/written-forms']

/** Of each kind that else only a full run tries, the file that a quick one runs. */
export const SMOKE: Record<string, string> = {
  elasticsearch: 'elastic-index',
  start: 'first-start',
  kill: 'payment-kills',
  import: 'import-command'
}

/** Files of `tests/e2e` that a quick run runs: the ways of a person and of an administrator from begin to end. */
export const PATHS = [
  'api',
  'compare',
  'guard',
  'history-verdicts',
  'import',
  'journey',
  'keyboard',
  'report'
]

const testsBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.ts'))
    .map(name => relative(ROOT, join(ROOT, folder, name)).replaceAll('\\', '/'))
    .sort()

/** Path from the root of what a table above names. */
export const apiFile = (name: string): string => `tests/api/${name}.test.ts`

export const sharedFile = (name: string): string => `tests/shared/${name}.test.ts`

const fullOnly = new Set(Object.values(FULL_FILES).flat().map(apiFile))

/** The files of the API that every run runs, from the root. */
export const quickFiles = (): string[] => testsBelow('tests/api/').filter(file => !fullOnly.has(file))

const alone = new Set(ALONE.map(apiFile))

/** Those that only a full run runs beside them. */
export const slowFiles = (): string[] => [
  ...testsBelow('tests/api/').filter(file => fullOnly.has(file) && !alone.has(file)),
  ...testsBelow('tests/bench/')
]

/** Those that a full run runs one after the other, with nothing beside them. */
export const aloneFiles = (): string[] =>
  testsBelow('tests/api/').filter(file => fullOnly.has(file) && alone.has(file))

const measured = new Set(MEASURED.map(sharedFile))
const readers = new Set(FULL_READERS.map(sharedFile))

/** The files of `tests/shared` that a run runs beside others. */
export const sharedFiles = (run: Run): string[] =>
  testsBelow('tests/shared/').filter(file => !measured.has(file) && (run === 'full' || !readers.has(file)))

/** Those that a full run runs with nothing beside them. */
export const measuredFiles = (): string[] => MEASURED.map(sharedFile)

/** What a search shows of generated people: counted, and held against no clock. */
export const qualityFiles = (): string[] => testsBelow('tests/quality/')

/** The files of the browser that a quick run runs, from the root. */
export const pathFiles = (): string[] => PATHS.map(name => `tests/e2e/${name}.e2e.ts`)
