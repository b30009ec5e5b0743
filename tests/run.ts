import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { choice, declare } from '#api/commands/frame/declare.ts'
import { execute } from '#api/commands/frame/execute.ts'
import { makeQuickFolder } from '#tests/kit/quick-folder.ts'

const ROOT = resolve(import.meta.dir, '..')
const PARTS = ['shape', 'unit', 'api', 'e2e'] as const
type Part = (typeof PARTS)[number]

/** What a step says of itself: a step without tests counts as one failed when it fails and as nothing when it holds. */
interface Outcome {
  passed: number
  failed: number
}

interface StepResult extends Outcome {
  /** Titles of the tests that did not hold, as their runner prints them. */
  failures: string[]
  /** What runs those that failed once more. */
  again?: Step
}

interface Step {
  name: string
  /** Parts of `--only` that need it; all of them without one. */
  parts: readonly Part[]
  command: string[]
  count?(output: string): Outcome
  /** The command that runs once more what failed by this output. */
  repeat?(output: string): string[]
}

const bun = process.execPath
/** A test that waits for a busy machine is no failure; one that hangs is. */
const TEST = [bun, 'test', '--timeout', '60000']
const node = (name: string) => join('node_modules', '.bin', name)

const BROWSER = [bun, '--bun', node('playwright'), 'test', '-c', 'tests/e2e/playwright.config.ts']

/** What everything else needs, one after the other. */
const PREPARATION: Step[] = [
  { name: 'install', parts: PARTS, command: [bun, 'install', '--frozen-lockfile'] },
  { name: 'build', parts: PARTS, command: [bun, '--bun', node('astro'), 'build'] }
]

/** Most of these files wait more than they compute. Each worker has a Postgres of its own for all its files. */
const sharedOut = (workers: number): string[] => [
  // As one word: a number by itself would also choose every file with that digit in its path.
  `--parallel=${workers}`,
  '--parallel-delay=0',
  '--no-isolate',
  '--timings',
  'tests/timings.json'
]

/** Lines beside each other. The longest files come first, by `timings.json`, which `--update-timings` writes anew. */
const LINES: Step[][] = [
  [
    {
      name: 'api',
      parts: ['api'],
      command: [...TEST, ...sharedOut(4), 'tests/api/', 'tests/bench/', 'tests/quality/'],
      count: countUnit,
      repeat: failedFiles
    }
  ],
  // What is one process at a time comes first, so that both lines end with work for every core.
  [
    { name: 'types', parts: ['shape'], command: [bun, '--bun', node('tsc'), '--noEmit'] },
    {
      name: 'lint',
      parts: ['shape'],
      command: [bun, '--bun', node('biome'), 'check', '--error-on-warnings', '.']
    },
    { name: 'shape', parts: ['shape'], command: [...TEST, 'tests/shape/'], count: countUnit },
    {
      name: 'unit',
      parts: ['unit'],
      command: [...TEST, 'tests/shared/', 'tests/site/'],
      count: countUnit,
      repeat: failedFiles
    },
    {
      name: 'browser',
      parts: ['e2e'],
      command: BROWSER,
      count: countBrowser,
      repeat: () => [...BROWSER, '--last-failed']
    }
  ]
]

/** What loads the machine by itself and is held against deadlines: nothing else runs. */
const AFTERWARDS: Step[] = [
  {
    name: 'torture',
    parts: ['api'],
    command: [...TEST, ...sharedOut(3), 'tests/torture/'],
    count: countUnit,
    repeat: failedFiles
  }
]

/** Sums of `bun test`: « 12 pass», « 1 fail», and « 1 error» for a file that could not be loaded. */
function countUnit(output: string): Outcome {
  return { passed: sum(output, /^\s*(\d+) pass$/gm), failed: sum(output, /^\s*(\d+) (?:fail|errors?)$/gm) }
}

/** Sums of the list reporter: «  12 passed (3.4s)», «  1 failed»; what did not run did not hold. */
function countBrowser(output: string): Outcome {
  return {
    passed: sum(output, /^\s*(\d+) passed\b/gm),
    failed: sum(
      output,
      /^\s*(\d+) (?:failed|flaky|interrupted|did not run|skipped|errors? (?:was|were) not)\b/gm
    )
  }
}

function sum(output: string, pattern: RegExp): number {
  return [...output.replace(ANSI, '').matchAll(pattern)].reduce((all, match) => all + Number(match[1]), 0)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with one
const ANSI = /\u001b\[[\d;]*m/g

/** The files of `bun test` under whose heading a test failed. */
function failedFiles(output: string): string[] {
  const files = new Set<string>()
  let file: string | undefined
  for (const line of output
    .split(/^\d+ tests? failed:$/m, 1)
    .join()
    .split('\n')) {
    file = /^(tests\/\S+\.test\.ts):$/.exec(line)?.[1] ?? file
    if (file && line.startsWith('(fail) ')) files.add(file)
  }
  return [...TEST, ...files]
}

/** `bun test`: «(fail) group > title [1 ms]»; the list reporter: «  1) <path>:<line>:<column> › title». */
const FAILURE = /^(?:\(fail\) |\s+\d+\) (?=\S+\.e2e\.ts))(.+)$/gm

/** Runs a step, shows its output when it ends, so that two do not mix, and counts. */
async function run(step: Step, env: Record<string, string | undefined>): Promise<StepResult> {
  const started = performance.now()
  const child = Bun.spawn(step.command, { cwd: ROOT, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const output = (
    await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  ).join('\n')
  const code = await child.exited
  console.log(`\n▸ ${step.name}\n${output}`)
  const counted = step.count?.(output) ?? { passed: 0, failed: 0 }
  // A crash must not pass for a run without failures, nor an empty run for a good one.
  const silent = code !== 0 || (step.count !== undefined && counted.passed === 0)
  const outcome = counted.failed === 0 && silent ? { ...counted, failed: 1 } : counted
  const sums = step.count ? `, ${outcome.passed} passed, ${outcome.failed} failed` : ''
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${outcome.failed === 0 ? '✓' : '✗'} ${step.name} (${seconds} s${sums})`)
  const titles = [
    ...new Set([...output.replace(ANSI, '').matchAll(FAILURE)].map(match => match[1]?.trim() ?? ''))
  ]
  const result = { ...outcome, failures: titles.map(title => `${step.name}: ${title}`) }
  if (outcome.failed === 0) return { ...outcome, failures: [] }
  // A file that could not be loaded or a worker that ended stands under no title.
  if (titles.length !== outcome.failed) return { ...result, failures: [step.name, ...result.failures] }
  const command = step.repeat?.(output.replace(ANSI, ''))
  return command
    ? { ...result, again: { name: `${step.name}, once more`, parts: step.parts, command, count: step.count } }
    : result
}

export const test = declare({
  name: 'test',
  summary:
    'устанавливает зависимости и запускает все проверки: типы, стиль, устройство, модули, API и браузер.',
  details: ['Браузер для проверок приходит вместе с зависимостями. Последняя строка: «N passed, N failed».'],
  arguments: {},
  options: { only: choice('часть', 'только эта часть', [...PARTS]) },
  examples: [
    ['', 'всё'],
    ['--only shape', 'типы, стиль и границы между комнатами']
  ],
  failure: 'что-то не прошло',
  run: ({ options: { only } }) => runSteps(only)
})

/** For steps that share a folder for temporary files. */
function environment(temp: string): Record<string, string | undefined> {
  mkdirSync(temp, { recursive: true })
  return {
    ...process.env,
    TMPDIR: temp,
    // Servers of the tests are none of a developer's, whose commands must not mind them.
    RUN_DIR: join(temp, 'run'),
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
    ASTRO_TELEMETRY_DISABLED: '1',
    // The last compiler of JavaScriptCore takes longer than what it compiles runs in a test.
    BUN_JSC_useFTLJIT: '0',
    // The type checker lives for seconds: what it leaves behind may lie.
    GOGC: '400',
    // A test run that is killed takes its database servers with it.
    BUN_FEATURE_FLAG_NO_ORPHANS: '1'
  }
}

/**
 * What failed beside others on a busy machine may hold by itself: it is told, and is no failure.
 * Who changes something reads those lines, since a test that needs a second try hides a race.
 */
async function repeatAlone(
  sums: StepResult,
  steps: StepResult[],
  env: Record<string, string | undefined>
): Promise<void> {
  for (const { failed, failures, again } of steps) {
    if (!again || (await run(again, env)).failed > 0) continue
    sums.passed += failed
    sums.failed -= failed
    sums.failures = sums.failures.filter(failure => !failures.includes(failure))
    for (const failure of failures) console.log(`! held only when repeated: ${failure}`)
  }
}

/** Answers the exit code: 1 when anything failed. */
async function runSteps(only: Part | undefined): Promise<number> {
  const sums: StepResult = { passed: 0, failed: 0, failures: [] }
  const failed: StepResult[] = []
  const runAll = async (steps: readonly Step[], env: Record<string, string | undefined>) => {
    for (const step of steps) {
      if (only && !step.parts.includes(only)) continue
      if (step.name === 'install' && only && existsSync(join(ROOT, 'node_modules'))) continue
      const outcome = await run(step, env)
      sums.passed += outcome.passed
      sums.failed += outcome.failed
      sums.failures.push(...outcome.failures)
      if (outcome.failed > 0) failed.push(outcome)
      // Nothing can be tried without it.
      if (step.name === 'install' && outcome.failed > 0) return false
    }
    return true
  }
  const temp = makeQuickFolder('sverka-suite-')
  try {
    if (await runAll(PREPARATION, environment(temp))) {
      await Promise.all(LINES.map((steps, at) => runAll(steps, environment(join(temp, String(at))))))
      await runAll(AFTERWARDS, environment(temp))
      await repeatAlone(sums, failed, environment(join(temp, 'again')))
    }
  } finally {
    rmSync(temp, { recursive: true, force: true })
  }
  // Once more at the end: of a long output often only that is kept.
  for (const failure of sums.failures) console.log(`✗ ${failure}`)
  console.log(`\n${sums.passed} passed, ${sums.failed} failed`)
  return sums.failed === 0 ? 0 : 1
}

if (import.meta.main) await execute(test)
