import type { SQL } from 'bun'
import { type Config, ConfigError } from '#api/config.ts'
import { createKeyedHash } from '#api/lib/hmac.ts'
import { keepSecrets, readSecrets, type Secrets, secretsFile } from '#api/lib/secrets.ts'
import { orm } from './orm.ts'
import { keyFingerprints } from './schema/index.ts'

type SecretSettings = Pick<Config, 'dataDir' | 'sessionSecret' | 'suppressKey' | 'auditKey'>

/** The keys that data were made with, by variable. The session secret is none of them: a new one only signs out. */
const KEYS = { SUPPRESS_KEY: 'suppress', AUDIT_KEY: 'audit' } as const
type KeyName = keyof typeof KEYS
const NAMES = Object.keys(KEYS) as KeyName[]

/** Not the form of a suppression token, and a keyed hash of a constant says nothing about a long random key. */
const MARK = 'sverka key fingerprint 1'

const LOSS =
  'с другим SUPPRESS_KEY список исключений перестал бы действовать, с другим AUDIT_KEY аудит не нашёл бы прежних запросов'

/**
 * The secrets of the configuration; missing ones are generated once into `DATA_DIR/secrets.json`. The first use with a
 * database notes the fingerprints of its keys there.
 *
 * @throws ConfigError When the database was used with another key, or with one that is missing now. Nothing is changed.
 */
export async function openSecrets(config: SecretSettings, owner: SQL): Promise<Secrets> {
  const { dataDir, sessionSecret, suppressKey, auditKey } = config
  const given = { session: sessionSecret, suppress: suppressKey, audit: auditKey }
  const isComplete = Object.values(given).every(secret => secret !== null)
  let kept = isComplete ? null : readSecrets(dataDir)
  if (!isComplete && kept === null) {
    const noted = await notedFingerprints(owner)
    const missing = NAMES.filter(name => given[KEYS[name]] === null && noted.has(name))
    if (missing.length > 0) throw new ConfigError(missingMessage(missing, dataDir))
    kept = keepSecrets(dataDir)
  }
  const secrets = {
    session: sessionSecret ?? kept?.session ?? '',
    suppress: suppressKey ?? kept?.suppress ?? '',
    audit: auditKey ?? kept?.audit ?? ''
  }
  const wrong = await differingKeys(owner, secrets)
  if (wrong.length === 0) return secrets
  const origins = wrong.map(name =>
    given[KEYS[name]] === null ? `${name} из файла ${secretsFile(dataDir)}` : `${name} из переменной`
  )
  throw new ConfigError(
    `База данных работает с другим ключом, чем ${origins.join(' и ')}. Верните прежнее значение из копии: ${LOSS}.`
  )
}

/** By variable. */
export function fingerprintsOf(secrets: Pick<Secrets, 'suppress' | 'audit'>): Map<KeyName, string> {
  return new Map(NAMES.map(name => [name, createKeyedHash(secrets[KEYS[name]]).digest(MARK).toString('hex')]))
}

/** The keys that the database was not used with; one that it was not used with yet is noted. */
async function differingKeys(owner: SQL, secrets: Secrets): Promise<KeyName[]> {
  const fingerprints = fingerprintsOf(secrets)
  const rows = [...fingerprints].map(([name, hex]) => ({ name, fingerprint: Buffer.from(hex, 'hex') }))
  await orm(owner).insert(keyFingerprints).values(rows).onConflictDoNothing()
  const noted = await notedFingerprints(owner)
  return NAMES.filter(name => noted.get(name) !== fingerprints.get(name))
}

async function notedFingerprints(owner: SQL): Promise<Map<string, string>> {
  const rows = await orm(owner).select().from(keyFingerprints)
  return new Map(rows.map(({ name, fingerprint }) => [name, Buffer.from(fingerprint).toString('hex')]))
}

const missingMessage = (names: readonly KeyName[], dataDir: string): string =>
  `База данных работает с ключами, которых здесь нет: ${names.join(' и ')} (переменные не заданы, файла ` +
  `${secretsFile(dataDir)} нет). Верните файл из копии или задайте прежние значения: ${LOSS}.`
