import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { OperatorError } from '#api/lib/operator-error.ts'

// Runs before anything is installed: only Bun's and Node's own modules here.

export const PROJECT = resolve(import.meta.dirname, '..', '..')
/** The program of an installed package. `bun` may be on no PATH, so it is always run by this very Bun. */
export const program = (name: string) => [process.execPath, '--bun', join('node_modules', '.bin', name)]

interface Step {
  says: string
  fails: string
  command: string[]
  /** What the result was made from. */
  sources: string[]
  /** Where the digest of the sources is noted; it goes when the result goes. */
  stamp: string
}

const INSTALL: Step = {
  says: 'Зависимости: устанавливаю…',
  fails: 'Не удалось установить зависимости.',
  command: [process.execPath, 'install', '--frozen-lockfile'],
  sources: ['package.json', 'bun.lock'],
  stamp: 'node_modules/.sverka-stamp'
}

const BUILD: Step = {
  says: 'Сайт: собираю…',
  fails: 'Не удалось собрать сайт.',
  command: [...program('astro'), 'build'],
  sources: ['site', 'shared', 'astro.config.mjs', 'tsconfig.json', 'package.json', 'bun.lock'],
  stamp: 'dist/.sverka-stamp'
}

/** Installs what `bun.lock` names, unless that was done already. Throws an `OperatorError` when that fails. */
export const install = () => perform(INSTALL)

/** Builds the site, unless nothing that it is made of has changed. Throws an `OperatorError` when that fails. */
export const build = () => perform(BUILD)

/** The same, whether anything has changed or not. */
export const buildAnew = () => perform(BUILD, true)

async function perform(step: Step, always = false): Promise<void> {
  const { says, fails, command, sources, stamp } = step
  const noted = join(PROJECT, stamp)
  const wanted = digestOf(sources)
  if (!always && existsSync(noted) && readFileSync(noted, 'utf8') === wanted) return
  console.log(says)
  const child = Bun.spawn(command, { cwd: PROJECT, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const output = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) {
    throw new OperatorError(`${(await output).join('\n').trim()}\n\n${fails}`)
  }
  mkdirSync(dirname(noted), { recursive: true })
  writeFileSync(noted, wanted)
}

/** Digest of names and contents of files, folders with all that is in them. */
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
