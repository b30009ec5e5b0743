import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isAlive } from '#api/lib/processes.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { DatabaseError, explain, withFolder } from './failure.ts'

export const OWNER = 'sverka'

const PASSWORD_FILE = 'sverka.password'
const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600
/** Leads to the cluster even when the account may not enter the folders above it. */
const OWN_FOLDER = '/proc/self/cwd'

export const BARE_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' }

/** How a Postgres program names the cluster in which it is started. */
export const folderArgument = (cluster: string) => (existsSync(OWN_FOLDER) ? OWN_FOLDER : cluster)

/** How a Postgres program is run: in the cluster, as the account, away from the terminal's Ctrl+C, with a bare environment. */
export function runIn(cluster: string, account: Account | null) {
  return {
    cwd: cluster,
    detached: true,
    stdin: 'ignore',
    env: BARE_ENVIRONMENT,
    ...account
  } as const
}

/** Makes the data folder if need be. Throws a `DatabaseError` when it cannot be written. */
export function openDataFolder(dataDir: string): void {
  withFolder(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  })
}

/**
 * The password of the cluster's owner; makes the cluster first when there is none. A cluster appears whole, with its
 * password, by one rename, so neither a killed start nor a second process leaves half of one.
 */
export async function openCluster(
  cluster: string,
  account: Account | null,
  binaries: Binaries,
  report: (text: string) => void
): Promise<string> {
  const versionFile = join(cluster, 'PG_VERSION')
  if (!withFolder(cluster, () => existsSync(versionFile))) {
    report('База данных: создаю новую базу…')
    await createCluster(cluster, account, binaries)
  }
  const version = withFolder(cluster, () => readFileSync(versionFile, 'utf8').trim())
  if (version !== binaries.major) {
    throw new DatabaseError(
      `Папка данных ${cluster} создана Postgres ${version}, а здесь Postgres ${binaries.major}. ` +
        'Запустите прежнюю версию, выберите другую папку в DATA_DIR или укажите свою базу в DATABASE_URL.'
    )
  }
  return withFolder(cluster, () => readFileSync(join(cluster, PASSWORD_FILE), 'utf8').trim())
}

async function createCluster(cluster: string, account: Account | null, binaries: Binaries): Promise<void> {
  const draft = `${cluster}.new-${process.pid}`
  const made = join(draft, 'cluster')
  const password = randomBytes(24).toString('base64url')
  const give = (path: string) => account && chownSync(path, account.uid, account.gid)
  removeAbandoned(cluster)
  try {
    withFolder(cluster, () => {
      mkdirSync(made, { recursive: true, mode: PRIVATE_FOLDER })
      writeFileSync(join(draft, 'password'), password, { mode: PRIVATE_FILE })
      for (const path of [draft, made, join(draft, 'password')]) give(path)
    })
    await runInitdb(made, account, binaries, cluster)
    withFolder(cluster, () => {
      const kept = join(made, PASSWORD_FILE)
      writeFileSync(kept, password, { mode: PRIVATE_FILE })
      give(kept)
      moveUnlessMade(made, cluster)
    })
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

async function runInitdb(
  made: string,
  account: Account | null,
  { initdb }: Binaries,
  cluster: string
): Promise<void> {
  const settings = [
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth=scram-sha-256'
  ]
  const access = [`--username=${OWNER}`, '--pwfile=../password', '--no-instructions']
  let child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>
  try {
    child = Bun.spawn([initdb, '-D', folderArgument(made), ...settings, ...access], {
      ...runIn(made, account),
      stdout: 'pipe',
      stderr: 'pipe'
    })
  } catch (error) {
    throw cannotRun(error as Error)
  }
  const [output, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited
  ])
  if (code !== 0) throw explain(`${output}\n${errors}`, cluster)
}

export function cannotRun(error: Error): DatabaseError {
  const { code = error.message } = error as NodeJS.ErrnoException
  return new DatabaseError(
    `Встроенная Postgres не запускается в этой системе (${code}). Укажите свою базу в DATABASE_URL.`
  )
}

/** When another process made the cluster meanwhile, its cluster is the one. */
function moveUnlessMade(made: string, cluster: string): void {
  try {
    renameSync(made, cluster)
  } catch (error) {
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
  }
}

/** Drafts of processes that were killed while they made a cluster. */
function removeAbandoned(cluster: string): void {
  const prefix = `${basename(cluster)}.new-`
  for (const name of readdirSync(dirname(cluster)).filter(each => each.startsWith(prefix))) {
    if (!isAlive(Number(name.slice(prefix.length)))) {
      rmSync(join(dirname(cluster), name), { recursive: true, force: true })
    }
  }
}
