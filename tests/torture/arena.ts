import { join, resolve } from 'node:path'
import { readConfig } from '#api/config.ts'
import { openDatabase } from '#api/db/connect.ts'
import { openSecrets } from '#api/db/keys.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { nameOf, signIn } from '#tests/bench/askers.ts'
import { endPostgres } from '#tests/bench/crash/kill.ts'
import { linesOf } from '#tests/bench/crash/lines.ts'
import { newDataFolder } from '#tests/bench/product.ts'
import { frequentSurnames } from '#tests/bench/queries.ts'

const ROOT = resolve(import.meta.dir, '..', '..')
const SEED = 5
const SURNAMES = 10
/** One line in so many is a surname that very many have. */
const SURNAME_EVERY = 10

/** A data folder with synthetic people in it, whose server nobody runs yet, and accounts that are signed in. */
export interface Arena {
  dataDir: string
  /** Things to ask for, all of which find something. */
  lines: readonly string[]
  /** What stands in the `Cookie` header of each account. */
  cookies: readonly string[]
  close(): void
}

export async function openArena(
  people: number,
  accounts: number,
  { path: dataDir, remove } = newDataFolder()
): Promise<Arena> {
  const close = () => {
    endPostgres(dataDir)
    remove()
  }
  try {
    await seed(dataDir, people)
    return { dataDir, lines: mixedLines(people), cookies: await signedIn(dataDir, accounts), close }
  } catch (error) {
    close()
    throw error
  }
}

async function seed(dataDir: string, people: number): Promise<void> {
  const options = ['--people', String(people), '--seed', String(SEED)]
  const child = Bun.spawn([process.execPath, join('api', 'commands', 'seed.ts'), ...options], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit'
  })
  if ((await child.exited) !== 0) throw new Error('nobody was seeded')
}

async function signedIn(dataDir: string, accounts: number): Promise<string[]> {
  const config = readConfig({ DATA_DIR: dataDir, SEED: 'none', LOG_LEVEL: 'error' })
  const database = await openDatabase(config)
  try {
    const people = Array.from({ length: accounts }, (_, at) => ({
      username: nameOf('torture', at),
      role: ROLE_USER
    }))
    const secrets = await openSecrets(config, database.owner)
    return (await signIn({ owner: database.owner, secrets }, people, 'none')).map(({ cookie }) => cookie)
  } finally {
    await database.close()
  }
}

function mixedLines(people: number): string[] {
  const surnames = frequentSurnames(SEED, SURNAMES)
  return linesOf(people, SEED).map((line, at) =>
    at % SURNAME_EVERY === 0 ? (surnames[(at / SURNAME_EVERY) % SURNAMES] ?? line) : line
  )
}
