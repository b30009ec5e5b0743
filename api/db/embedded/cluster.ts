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
import { isAlive } from '#api/processes/process-info.ts'
import { type Account, BARE_ENVIRONMENT } from './account.ts'
import type { Binaries } from './binaries.ts'
import { DatabaseError, explain, withFolder } from './failure.ts'
import { MAJOR } from './installed.ts'

export const OWNER = 'sverka'

const PASSWORD_FILE = 'sverka.password'
const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600
/** Works without access to parent folders. */
const OWN_FOLDER = '/proc/self/cwd'

export const folderArgument = (cluster: string) => (existsSync(OWN_FOLDER) ? OWN_FOLDER : cluster)

/** In the cluster, as the account, detached from Ctrl+C, with a minimal environment. */
export function runIn(cluster: string, account: Account | null) {
  return {
    cwd: cluster,
    detached: true,
    stdin: 'ignore',
    env: BARE_ENVIRONMENT,
    ...account
  } as const
}

/** Throws `DatabaseError` when it is not writable. */
export function openDataFolder(dataDir: string): void {
  withFolder(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  })
}

/** Returns the owner's password. One rename makes a new cluster complete, so no start leaves half of one. */
export async function openCluster(
  cluster: string,
  account: Account | null,
  chooseBinaries: () => Promise<Binaries>,
  report: (text: string) => void
): Promise<string> {
  const versionFile = join(cluster, 'PG_VERSION')
  if (!withFolder(cluster, () => existsSync(versionFile))) {
    report('База данных: создаю новую базу…')
    await createCluster(cluster, account, await chooseBinaries())
  }
  const version = withFolder(cluster, () => readFileSync(versionFile, 'utf8').trim())
  if (version !== MAJOR) {
    throw new DatabaseError(
      `Папка данных ${cluster} создана Postgres ${version}, а здесь Postgres ${MAJOR}. ` +
        'Запустите прежнюю версию, выберите другую папку в DATA_DIR или укажите свою базу в DATABASE_URL.'
    )
  }
  return withFolder(cluster, () => readFileSync(join(cluster, PASSWORD_FILE), 'utf8').trim())
}

async function createCluster(cluster: string, account: Account | null, binaries: Binaries): Promise<void> {
  const draft = `${cluster}.new-${process.pid}`
  const draftCluster = join(draft, 'cluster')
  const password = randomBytes(24).toString('base64url')
  const chownToAccount = (path: string) => account && chownSync(path, account.uid, account.gid)
  removeAbandonedDrafts(cluster)
  try {
    withFolder(cluster, () => {
      mkdirSync(draftCluster, { recursive: true, mode: PRIVATE_FOLDER })
      writeFileSync(join(draft, 'password'), password, { mode: PRIVATE_FILE })
      for (const path of [draft, draftCluster, join(draft, 'password')]) chownToAccount(path)
    })
    await runInitdb(draftCluster, account, binaries, cluster)
    withFolder(cluster, () => {
      const passwordFile = join(draftCluster, PASSWORD_FILE)
      writeFileSync(passwordFile, password, { mode: PRIVATE_FILE })
      chownToAccount(passwordFile)
      renameUnlessExists(draftCluster, cluster)
    })
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

async function runInitdb(
  draftCluster: string,
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
    child = Bun.spawn([initdb, '-D', folderArgument(draftCluster), ...settings, ...access], {
      ...runIn(draftCluster, account),
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

/** A faster process wins. */
function renameUnlessExists(draftCluster: string, cluster: string): void {
  try {
    renameSync(draftCluster, cluster)
  } catch (error) {
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
  }
}

function removeAbandonedDrafts(cluster: string): void {
  const prefix = `${basename(cluster)}.new-`
  for (const name of readdirSync(dirname(cluster)).filter(each => each.startsWith(prefix))) {
    if (!isAlive(Number(name.slice(prefix.length)))) {
      rmSync(join(dirname(cluster), name), { recursive: true, force: true })
    }
  }
}
