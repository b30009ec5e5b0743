import { existsSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { type Account, BARE_ENVIRONMENT } from './account.ts'

export const MAJOR = '18'

/** Standard locations; others are on the PATH. */
const USUAL_FOLDERS = [
  `/usr/lib/postgresql/${MAJOR}/bin`, // Debian, Ubuntu
  `/usr/pgsql-${MAJOR}/bin`, // the project's own packages for Red Hat, Fedora
  `/usr/lib/postgresql${MAJOR}/bin`, // SUSE
  `/usr/libexec/postgresql${MAJOR}`, // Alpine
  `/opt/homebrew/opt/postgresql@${MAJOR}/bin`,
  `/usr/local/opt/postgresql@${MAJOR}/bin`,
  `/home/linuxbrew/.linuxbrew/opt/postgresql@${MAJOR}/bin`,
  `/Applications/Postgres.app/Contents/Versions/${MAJOR}/bin`,
  `/Library/PostgreSQL/${MAJOR}/bin`
]
/** The server's catalogue and our functions' language, which some systems pack separately. */
const SHARED_FILES = ['postgres.bki', 'extension/plpgsql.control']
const ANSWER_MS = 10_000

/** Candidates of any version; `path` defaults to our PATH. */
export async function installedFolders(account: Account | null, path?: string): Promise<string[]> {
  const onPath = (name: string) => Bun.which(name, path === undefined ? {} : { PATH: path })
  const folders = [...USUAL_FOLDERS]
  const config = onPath('pg_config')
  if (config) {
    const answer = await answerOf([config, '--bindir'], account)
    if ('text' in answer) folders.push(answer.text.trim())
  }
  const server = onPath('postgres')
  if (server) folders.push(dirname(server))
  return [...new Set(folders)].filter(folder => isAbsolute(folder) && existsSync(join(folder, 'initdb')))
}

type Fitness = { minor: number } | { flaw: string }

/** Asks `initdb`, which checks the server beside it, as the account that will run them. */
export async function fitnessOf(
  folder: string,
  account: Account | null,
  answerMs = ANSWER_MS
): Promise<Fitness> {
  const answer = await answerOf([join(folder, 'initdb'), '--show', '-D', '.'], account, answerMs)
  if ('flaw' in answer) return answer
  const shown = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(answer.text)?.[1] ?? ''
  const version = shown('VERSION')
  const minor = new RegExp(`^${MAJOR}\\.(\\d+)\\b`).exec(version)?.[1]
  if (minor === undefined) return { flaw: `там Postgres ${version || 'неизвестной версии'}` }
  const missing = SHARED_FILES.map(name => join(shown('share_path'), name)).find(file => !existsSync(file))
  return missing ? { flaw: `нет файла ${missing}` } : { minor: Number(minor) }
}

type Answer = { text: string } | { flaw: string }

/** Output of a program, or a flaw when it fails or hangs. */
async function answerOf(
  command: [program: string, ...rest: string[]],
  account: Account | null,
  answerMs = ANSWER_MS
): Promise<Answer> {
  const name = basename(command[0])
  try {
    const child = Bun.spawn(command, {
      cwd: '/',
      env: BARE_ENVIRONMENT,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: answerMs,
      killSignal: 'SIGKILL',
      ...account
    })
    const texts = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    const code = await child.exited
    // A child may keep its output open.
    if (child.signalCode !== null) return { flaw: `${name} не отвечает` }
    const text = (await texts).join('\n')
    return code === 0 ? { text } : { flaw: text.trim().split('\n').at(-1) || `${name}: код ${code}` }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { flaw: `${name} не запускается (${code ?? message})` }
  }
}
