import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { OperatorError } from '#api/lib/operator-error.ts'

// Runs before anything is installed: only Bun's and Node's own modules here.

export const PROJECT = resolve(import.meta.dirname, '..', '..')
/** `bun` may be on no PATH, so packages' programs run under this very Bun. */
export const program = (name: string) => [process.execPath, '--bun', join('node_modules', '.bin', name)]

interface BuildStep {
  startMessage: string
  failureMessage: string
  command: string[]
  sources: string[]
  stamp: string
}

const INSTALL: BuildStep = {
  startMessage: 'Зависимости: устанавливаю…',
  failureMessage: 'Не удалось установить зависимости.',
  command: [process.execPath, 'install', '--frozen-lockfile'],
  sources: ['package.json', 'bun.lock'],
  stamp: 'node_modules/.sverka-stamp'
}

const BUILD: BuildStep = {
  startMessage: 'Сайт: собираю…',
  failureMessage: 'Не удалось собрать сайт.',
  command: [...program('astro'), 'build'],
  sources: ['site', 'shared', 'astro.config.mjs', 'tsconfig.json', 'package.json', 'bun.lock'],
  stamp: 'dist/.sverka-stamp'
}

/** Skipped when nothing has changed. Throws an `OperatorError` on failure. */
export const install = () => perform(INSTALL)

/** Skipped when nothing has changed. Throws an `OperatorError` on failure. */
export const build = () => perform(BUILD)

export const rebuild = () => perform(BUILD, true)

async function perform(step: BuildStep, always = false): Promise<void> {
  const { startMessage, failureMessage, command, sources, stamp } = step
  const stampFile = join(PROJECT, stamp)
  const digest = digestOf(sources)
  if (!always && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest) return
  console.log(startMessage)
  const child = Bun.spawn(command, { cwd: PROJECT, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const output = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) {
    throw new OperatorError(`${(await output).join('\n').trim()}\n\n${failureMessage}`)
  }
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, digest)
}

/** Digest of names and contents of files, including those in folders. */
function digestOf(paths: string[]): string {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesUnder).sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(PROJECT, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesUnder(path: string): string[] {
  return readdirSync(PROJECT, { withFileTypes: true }).some(
    entry => entry.name === path && entry.isDirectory()
  )
    ? readdirSync(join(PROJECT, path), { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name).slice(PROJECT.length + 1))
    : [path]
}
