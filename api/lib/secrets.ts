import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '#api/config.ts'
import { strongSecret } from './config-values.ts'
import { log } from './log.ts'

export interface Secrets {
  /** A change renews access tokens and forgets devices; no data is lost. */
  session: string
  /** Key of subject hashes, which a change makes useless. */
  suppress: string
  /** Key of query hashes in the audit; after a change old queries cannot be found. */
  audit: string
}

const RANDOM_BYTES = 48
const OF_OTHERS = 0o077
const PRIVATE = 0o600

export const secretsFile = (dataDir: string): string => join(dataDir, 'secrets.json')

/** Secrets of a data folder, or null without a file. Restricts its permissions. @throws ConfigError */
export function readSecrets(dataDir: string): Secrets | null {
  const path = secretsFile(dataDir)
  try {
    const text = readFileSync(path, 'utf8')
    closeToOthers(path)
    return parse(text, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw unusable(path, error)
  }
}

function closeToOthers(path: string): void {
  if (process.platform === 'win32' || (statSync(path).mode & OF_OTHERS) === 0) return
  try {
    chmodSync(path, PRIVATE)
  } catch {
    throw new ConfigError(
      `Файл секретов ${path} могут читать другие пользователи системы. Закройте его: chmod 600 ${path}`
    )
  }
  log.warn('secrets_were_readable', { path })
}

function parse(text: string, path: string): Secrets {
  let stored: Partial<Secrets>
  try {
    stored = JSON.parse(text) ?? {}
  } catch {
    stored = {}
  }
  const { session, suppress, audit } = stored
  if (!session || !suppress || !audit)
    throw new ConfigError(`Файл секретов ${path} испорчен. Восстановите его из копии или задайте переменные.`)
  for (const [name, secret] of Object.entries({ session, suppress, audit })) {
    try {
      strongSecret(secret)
    } catch (error) {
      throw new ConfigError(`Файл секретов ${path}, ${name}: ${(error as Error).message}`)
    }
  }
  return { session, suppress, audit }
}

export function randomSecrets(): Secrets {
  const randomSecret = () => randomBytes(RANDOM_BYTES).toString('base64url')
  return { session: randomSecret(), suppress: randomSecret(), audit: randomSecret() }
}

/** Stores secrets (0600); of concurrent calls one wins and all return its secrets. @throws ConfigError */
export function keepSecrets(dataDir: string, secrets = randomSecrets()): Secrets {
  const path = secretsFile(dataDir)
  const draft = `${path}.${process.pid}`
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: PRIVATE })
    // A link fails when the name exists, so exactly one starting process creates the file.
    linkSync(draft, path)
    return secrets
  } catch (error) {
    const stored = (error as NodeJS.ErrnoException).code === 'EEXIST' ? readSecrets(dataDir) : null
    if (stored) return stored
    throw unusable(path, error)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Secrets to replace those of the file: `write` stores them beside it, `place` in its place. */
export function nextSecrets(dataDir: string, secrets: Secrets): { write(): void; place(): void } {
  const path = secretsFile(dataDir)
  const next = `${path}.next`
  return {
    write: () => writeFileSync(next, `${JSON.stringify(secrets, null, 2)}\n`, { mode: PRIVATE }),
    place: () => renameSync(next, path)
  }
}

function unusable(path: string, error: unknown): ConfigError {
  if (error instanceof ConfigError) return error
  const { code } = error as NodeJS.ErrnoException
  return new ConfigError(`Не удалось прочитать или создать файл секретов ${path} (${code ?? 'ошибка'})`)
}
