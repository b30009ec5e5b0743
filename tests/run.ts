import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { choice, declare } from '#api/commands/frame/declare.ts'
import { execute } from '#api/commands/frame/execute.ts'

const ROOT = resolve(import.meta.dir, '..')
const PARTS = ['shape', 'unit', 'api', 'e2e'] as const
type Part = (typeof PARTS)[number]

/** What a step says of itself: a step without tests counts as one failed when it fails and as nothing when it holds. */
interface Outcome {
  passed: number
  failed: number
}

interface Step {
  name: string
  /** Parts of `--only` that need it; all of them without one. */
  parts: readonly Part[]
  command: string[]
  count?(output: string): Outcome
}

const bun = process.execPath
/** A test that waits for a busy machine is no failure; one that hangs is. */
const TEST = [bun, 'test', '--timeout', '30000']
const node = (name: string) => join('node_modules', '.bin', name)

const STEPS: Step[] = [
  { name: 'install', parts: PARTS, command: [bun, 'install', '--frozen-lockfile'] },
  { name: 'types', parts: ['shape'], command: [bun, '--bun', node('tsc'), '--noEmit'] },
  {
    name: 'lint',
    parts: ['shape'],
    command: [bun, '--bun', node('biome'), 'check', '--error-on-warnings', '.']
  },
  { name: 'build', parts: PARTS, command: [bun, '--bun', node('astro'), 'build'] },
  { name: 'shape', parts: ['shape'], command: [...TEST, 'tests/shape/'], count: countUnit },
  { name: 'unit', parts: ['unit'], command: [...TEST, 'tests/shared/', 'tests/site/'], count: countUnit },
  { name: 'api', parts: ['api'], command: [...TEST, 'tests/api/', 'tests/bench/'], count: countUnit },
  {
    name: 'browser',
    parts: ['e2e'],
    command: [bun, '--bun', node('playwright'), 'test', '-c', 'tests/e2e/playwright.config.ts'],
    count: countBrowser
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

/** Runs a step, shows its output as it comes, and counts. */
async function run(step: Step, env: Record<string, string | undefined>): Promise<Outcome> {
  const started = performance.now()
  console.log(`\n▸ ${step.name}`)
  const child = Bun.spawn(step.command, { cwd: ROOT, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const output = (await Promise.all([shown(child.stdout), shown(child.stderr)])).join('\n')
  const code = await child.exited
  const counted = step.count?.(output) ?? { passed: 0, failed: 0 }
  // A crash must not pass for a run without failures, nor an empty run for a good one.
  const silent = code !== 0 || (step.count !== undefined && counted.passed === 0)
  const outcome = counted.failed === 0 && silent ? { ...counted, failed: 1 } : counted
  const sums = step.count ? `, ${outcome.passed} passed, ${outcome.failed} failed` : ''
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${outcome.failed === 0 ? '✓' : '✗'} ${step.name} (${seconds} s${sums})`)
  return outcome
}

async function shown(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream) {
    process.stdout.write(chunk)
    text += decoder.decode(chunk, { stream: true })
  }
  return text
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

/** Answers the exit code: 1 when anything failed. */
async function runSteps(only: Part | undefined): Promise<number> {
  const temp = mkdtempSync(join(tmpdir(), 'sverka-run-'))
  const env = {
    ...process.env,
    TMPDIR: temp,
    // Servers of the tests are none of a developer's, whose commands must not mind them.
    RUN_DIR: join(temp, 'run'),
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
    ASTRO_TELEMETRY_DISABLED: '1',
    // A test run that is killed takes its database servers with it.
    BUN_FEATURE_FLAG_NO_ORPHANS: '1'
  }
  const sums: Outcome = { passed: 0, failed: 0 }
  try {
    for (const step of STEPS) {
      if (only && !step.parts.includes(only)) continue
      if (step.name === 'install' && only && existsSync(join(ROOT, 'node_modules'))) continue
      const outcome = await run(step, env)
      sums.passed += outcome.passed
      sums.failed += outcome.failed
      if (step.name === 'install' && outcome.failed > 0) break
    }
  } finally {
    rmSync(temp, { recursive: true, force: true })
  }
  console.log(`\n${sums.passed} passed, ${sums.failed} failed`)
  return sums.failed === 0 ? 0 : 1
}

if (import.meta.main) await execute(test)
