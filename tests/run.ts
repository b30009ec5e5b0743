import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { choice, declare, flag } from '#api/commands/frame/declare.ts'
import { execute } from '#api/commands/frame/execute.ts'
import { makeQuickFolder } from '#tests/kit/quick-folder.ts'
import type { Run } from '#tests/suite/groups.ts'
import { closing, failedTitles, NOTHING, type Outcome, plain, skippedTitles } from '#tests/suite/outcome.ts'
import { afterwards, lines, PARTS, type Part, preparation, type Step } from '#tests/suite/steps.ts'

const ROOT = resolve(import.meta.dir, '..')

interface StepResult extends Outcome {
  /** Titles of the tests that did not hold, as their runner prints them. */
  failures: string[]
  /** Titles of those that were not tried. */
  skips: string[]
  /** What runs those that failed once more. */
  again?: Step
}

type Environment = Record<string, string | undefined>

/** Runs a step, shows its output when it ends, so that two do not mix, and counts. */
async function run(step: Step, env: Environment): Promise<StepResult> {
  const started = performance.now()
  const child = Bun.spawn(step.command, { cwd: ROOT, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const output = (
    await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  ).join('\n')
  const code = await child.exited
  console.log(`\n▸ ${step.name}\n${output}`)
  const counted = step.count?.(output) ?? NOTHING
  // A crash must not pass for a run without failures, nor an empty run for a good one.
  const silent = code !== 0 || (step.count !== undefined && counted.passed === 0)
  const outcome = counted.failed === 0 && silent ? { ...counted, failed: 1 } : counted
  const sums = step.count ? `, ${closing(outcome)}` : ''
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${outcome.failed === 0 ? '✓' : '✗'} ${step.name} (${seconds} s${sums})`)
  const named = (titles: string[]) => titles.map(title => `${step.name}: ${title}`)
  const skips = named(skippedTitles(output))
  if (outcome.failed === 0) return { ...outcome, failures: [], skips }
  const failures = named(failedTitles(output))
  // A file that could not be loaded or a worker that ended stands under no title.
  if (failures.length !== outcome.failed)
    return { ...outcome, skips, failures: [reasonOf(step, output), ...failures] }
  const command = step.repeat?.(plain(output))
  const again = command && { ...step, name: `${step.name}, once more`, command }
  return { ...outcome, skips, failures, again }
}

/** What everything needs ends with a sentence that says why it cannot be had. */
const reasonOf = ({ name, isNeeded }: Step, output: string): string =>
  isNeeded ? `${name}: ${plain(output).trim().split('\n').at(-1)}` : name

export const test = declare({
  name: 'test',
  summary:
    'устанавливает зависимости и запускает проверки: типы, стиль, устройство, модули, API и браузер; с --full все.',
  details: [
    'Браузер для проверок приходит вместе с зависимостями. Elasticsearch приносит Maven, запускает JDK 21 или новее:',
    'без них быстрый прогон называет пропущенное, а --full не проходит.',
    'Последняя строка: «N passed, N failed, N skipped»; над ней названо, что пропущено и что не прошло.'
  ],
  arguments: {},
  options: {
    full: flag('всё: Elasticsearch, процессы и их гибель, качество, цели и нагрузка'),
    only: choice('часть', 'только эта часть', [...PARTS])
  },
  examples: [
    ['', 'быстрый прогон: для каждого изменения'],
    ['--full', 'всё: перед тем, как изменение принимают'],
    ['--only shape', 'типы, стиль и границы между комнатами']
  ],
  failure: 'что-то не прошло',
  run: ({ options: { full, only } }) => runSteps(full ? 'full' : 'quick', only)
})

/** For steps that share a folder for temporary files. */
function environment(kind: Run, temp: string): Environment {
  mkdirSync(temp, { recursive: true })
  return {
    ...process.env,
    TMPDIR: temp,
    TEST_RUN: kind,
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

/** Says which failures hold when they are tried alone: they hide a race, and stay failures. */
async function repeatAlone(steps: StepResult[], env: Environment): Promise<void> {
  for (const { failures, again } of steps) {
    if (!again || (await run(again, env)).failed > 0) continue
    for (const failure of failures) console.log(`! holds when repeated, and has failed: ${failure}`)
  }
}

/** Answers the exit code: 1 when anything failed. */
async function runSteps(kind: Run, only: Part | undefined): Promise<number> {
  const results: StepResult[] = []
  const runAll = async (steps: readonly Step[], env: Environment) => {
    for (const step of steps) {
      if (only && !step.parts.includes(only)) continue
      if (step.name === 'install' && only && existsSync(join(ROOT, 'node_modules'))) continue
      const result = await run(step, env)
      results.push(result)
      if (step.isNeeded && result.failed > 0) return false
    }
    return true
  }
  const temp = makeQuickFolder('sverka-suite-')
  try {
    if (await runAll(preparation(kind), environment(kind, temp))) {
      await Promise.all(
        lines(kind).map((steps, at) => runAll(steps, environment(kind, join(temp, String(at)))))
      )
      await runAll(afterwards(kind), environment(kind, temp))
      await repeatAlone(results, environment(kind, join(temp, 'again')))
    }
  } finally {
    rmSync(temp, { recursive: true, force: true })
  }
  // Once more at the end: of a long output often only that is kept.
  for (const skip of results.flatMap(({ skips }) => skips)) console.log(`– skipped: ${skip}`)
  for (const failure of results.flatMap(({ failures }) => failures)) console.log(`✗ ${failure}`)
  const total = (count: (outcome: Outcome) => number) =>
    results.reduce((all, outcome) => all + count(outcome), 0)
  const sums: Outcome = {
    passed: total(({ passed }) => passed),
    failed: total(({ failed }) => failed),
    skipped: total(({ skipped }) => skipped)
  }
  console.log(`\n${closing(sums)}`)
  return sums.failed === 0 ? 0 : 1
}

if (import.meta.main) await execute(test)
