import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '#api/config.ts'

export interface Secrets {
  session: string
  /** Key of the subject hashes of records and suppressions. A changed key makes them all useless. */
  suppress: string
  audit: string
}

type SecretSettings = Pick<Config, 'dataDir' | 'sessionSecret' | 'suppressKey' | 'auditKey'>

const FILE = 'secrets.json'
const RANDOM_BYTES = 48

/**
 * Secrets of the configuration; missing ones are generated once into `DATA_DIR/secrets.json` (0600). Processes that
 * start together agree on one file. Throws a `ConfigError` when the file cannot be used.
 */
export async function loadSecrets(config: SecretSettings): Promise<Secrets> {
  const { sessionSecret, suppressKey, auditKey } = config
  if (sessionSecret && suppressKey && auditKey)
    return { session: sessionSecret, suppress: suppressKey, audit: auditKey }
  const stored = storedSecrets(config.dataDir)
  return {
    session: sessionSecret ?? stored.session,
    suppress: suppressKey ?? stored.suppress,
    audit: auditKey ?? stored.audit
  }
}

function storedSecrets(dataDir: string): Secrets {
  const path = join(dataDir, FILE)
  try {
    return read(path) ?? create(dataDir, path)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`Не удалось прочитать или создать файл секретов ${path} (${code ?? 'ошибка'})`)
  }
}

function read(path: string): Secrets | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const broken = new ConfigError(
    `Файл секретов ${path} испорчен. Восстановите его из копии или задайте переменные.`
  )
  try {
    const { session, suppress, audit } = JSON.parse(text) as Partial<Secrets>
    if (session && suppress && audit) return { session, suppress, audit }
  } catch {
    throw broken
  }
  throw broken
}

/** A link fails when the name exists, so exactly one of several starting processes creates the file. */
function create(dataDir: string, path: string): Secrets {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const randomSecret = () => randomBytes(RANDOM_BYTES).toString('base64url')
  const secrets: Secrets = { session: randomSecret(), suppress: randomSecret(), audit: randomSecret() }
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  try {
    linkSync(draft, path)
    return secrets
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return read(path) ?? secrets
  } finally {
    rmSync(draft, { force: true })
  }
}
