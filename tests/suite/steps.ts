import { join } from 'node:path'
import {
  aloneFiles,
  measuredFiles,
  pathFiles,
  qualityFiles,
  quickFiles,
  type Run,
  sharedFiles,
  slowFiles
} from './groups.ts'
import { countBrowser, countUnit, failedFiles, type Outcome } from './outcome.ts'

export const PARTS = ['shape', 'unit', 'api', 'e2e'] as const
export type Part = (typeof PARTS)[number]

export interface Step {
  name: string
  /** Parts of `--only` that need it; all of them without one. */
  parts: readonly Part[]
  command: string[]
  /** Nothing can be tried after it has failed. */
  isNeeded?: boolean
  count?(output: string): Outcome
  /** The command that runs once more what failed by this output. */
  repeat?(output: string): string[]
}

const bun = process.execPath
/** A test that waits for a busy machine is no failure; one that hangs is. */
const TEST = [bun, 'test', '--timeout', '180000']
const node = (name: string) => join('node_modules', '.bin', name)
const playwright = (folder: string) => [
  bun,
  '--bun',
  node('playwright'),
  'test',
  '-c',
  `${folder}/playwright.config.ts`
]
const BROWSER = playwright('tests/e2e')
const PICTURES = playwright('tests/e2e/pictures')

/** What everything else needs, one after the other. */
export const preparation = (run: Run): Step[] => [
  { name: 'install', parts: PARTS, command: [bun, 'install', '--frozen-lockfile'], isNeeded: true },
  // A full run without it would not try a tenth of what it is for.
  ...(run === 'full'
    ? [
        {
          name: 'elasticsearch',
          parts: ['api'] as const,
          command: [bun, 'tests/kit/elastic/require-server.ts'],
          isNeeded: true
        }
      ]
    : []),
  { name: 'build', parts: PARTS, command: [bun, '--bun', node('astro'), 'build'] }
]

/** As one word: a number by itself would also choose every file with that digit in its path. */
const parallel = (workers: number): string[] => [
  `--parallel=${workers}`,
  '--parallel-delay=0',
  '--no-isolate'
]

/** Most of these files wait more than they compute. Each worker has a Postgres of its own for all its files. */
const sharedOut = (workers: number): string[] => [...parallel(workers), '--timings', 'tests/timings.json']

const tests = (name: string, parts: readonly Part[], command: string[]): Step => ({
  name,
  parts,
  command: [...TEST, ...command],
  count: countUnit,
  repeat: output => [...TEST, ...failedFiles(output)]
})

const walked = (name: string, command: string[], files: string[] = []): Step => ({
  name,
  parts: ['e2e'],
  command: [...command, ...files],
  count: countBrowser,
  repeat: () => [...command, '--last-failed']
})
const browser = (files: string[]) => walked('browser', BROWSER, files)

/** Lines beside each other. The longest files come first, by `timings.json`, which `--update-timings` writes anew. */
export const lines = (run: Run): Step[][] => [
  [
    tests(
      'api',
      ['api'],
      [
        '--preload',
        './tests/suite/patient-limits.ts',
        ...sharedOut(4),
        ...quickFiles(),
        ...(run === 'full' ? qualityFiles() : [])
      ]
    )
  ],
  // What is one process at a time comes first, so that this line ends with work for every core.
  [
    { name: 'types', parts: ['shape'], command: [bun, '--bun', node('tsc'), '--noEmit'] },
    {
      name: 'lint',
      parts: ['shape'],
      command: [bun, '--bun', node('biome'), 'check', '--error-on-warnings', '.']
    },
    tests('shape', ['shape'], ['tests/shape/']),
    tests('site', ['unit'], ['tests/site/']),
    ...(run === 'quick' ? [browser(pathFiles())] : []),
    tests('unit', ['unit'], [...parallel(2), ...sharedFiles(run)])
  ]
]

/** What loads the machine by itself or is held against deadlines: nothing else runs, and of the last nothing beside it. */
export const afterwards = (run: Run): Step[] =>
  run === 'full'
    ? [
        // It takes both cores for minutes: beside the API a search of a page may run out of its time, and is refused.
        browser([]),
        walked('pictures', PICTURES),
        tests('slow', ['api'], [...sharedOut(2), ...slowFiles()]),
        tests('torture', ['api'], [...sharedOut(3), 'tests/torture/']),
        tests('costs', ['unit'], measuredFiles()),
        tests('alone', ['api'], [...sharedOut(1), ...aloneFiles()])
      ]
    : []
