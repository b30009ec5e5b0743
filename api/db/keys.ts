import type { SQL } from 'bun'
import { type Config, ConfigError } from '#api/config.ts'
import { createKeyedHash, type KeyedHash } from '#api/lib/hmac.ts'
import { keepSecrets, readSecrets, type Secrets, secretsFile } from '#api/lib/secrets.ts'
import { orm } from './orm.ts'
import { keyFingerprints } from './schema/index.ts'

export type SecretSettings = Pick<Config, 'dataDir' | 'sessionSecret' | 'suppressKey' | 'auditKey'>

/** Keys by variable. The session secret is none: a new one only renews access tokens and devices. */
export const KEYS = { SUPPRESS_KEY: 'suppress', AUDIT_KEY: 'audit' } as const
export type KeyName = keyof typeof KEYS
type Keys = Pick<Secrets, 'suppress' | 'audit'>
export const NAMES = Object.keys(KEYS) as KeyName[]

/** A keyed hash of a constant reveals nothing of a long random key. */
const MARK = 'sverka key fingerprint 1'

const LOSS =
  'с другим SUPPRESS_KEY список исключений перестал бы действовать, с другим AUDIT_KEY аудит не нашёл бы прежних запросов. ' +
  'Если их больше нигде нет: bun run keys:renew. Если SUPPRESS_KEY сменён намеренно: bun run keys:rotate'

/**
 * Secrets of the configuration; missing ones are generated into `DATA_DIR/secrets.json`. The first use notes
 * fingerprints in the database.
 * @throws ConfigError for a missing or different key. Changes nothing then.
 */
export async function openSecrets(config: SecretSettings, owner: SQL): Promise<Secrets> {
  const { dataDir, sessionSecret, suppressKey, auditKey } = config
  const isComplete = sessionSecret !== null && suppressKey !== null && auditKey !== null
  let stored = isComplete ? null : readSecrets(dataDir)
  if (!isComplete && stored === null) {
    const needed = await neededKeys(owner)
    // A concurrently starting process may have made the file.
    stored = readSecrets(dataDir)
    if (stored === null) {
      assertNoneMissing(
        NAMES.filter(name => givenKey(config, name) === null && needed.has(name)),
        dataDir
      )
      stored = keepSecrets(dataDir)
    }
  }
  const secrets = {
    session: sessionSecret ?? stored?.session ?? '',
    suppress: suppressKey ?? stored?.suppress ?? '',
    audit: auditKey ?? stored?.audit ?? ''
  }
  await noteKeys(secrets, owner)
  await assertSame(config, secrets, owner)
  return secrets
}

/** Keys of a database, to be copied with it; generates none. @throws ConfigError for a missing or different key. */
export async function findKeys(config: SecretSettings, owner: SQL): Promise<Keys> {
  const { dataDir, suppressKey, auditKey } = config
  const stored = suppressKey !== null && auditKey !== null ? null : readSecrets(dataDir)
  const keys = { suppress: suppressKey ?? stored?.suppress ?? '', audit: auditKey ?? stored?.audit ?? '' }
  assertNoneMissing(
    NAMES.filter(name => keys[KEYS[name]] === ''),
    dataDir
  )
  await assertSame(config, keys, owner)
  return keys
}

export const givenKey = ({ suppressKey, auditKey }: SecretSettings, name: KeyName) =>
  name === 'SUPPRESS_KEY' ? suppressKey : auditKey

export const fingerprintBy = (hash: KeyedHash): Buffer => hash.digest(MARK)
export const fingerprintOf = (key: string) => fingerprintBy(createKeyedHash(key)).toString('hex')

export const fingerprintsOf = (keys: Keys): Map<KeyName, string> =>
  new Map(NAMES.map(name => [name, fingerprintOf(keys[KEYS[name]])]))

export async function noteKeys(keys: Keys, owner: SQL): Promise<void> {
  const rows = [...fingerprintsOf(keys)].map(([name, hex]) => ({
    name,
    fingerprint: Buffer.from(hex, 'hex')
  }))
  await orm(owner).insert(keyFingerprints).values(rows).onConflictDoNothing()
}

async function assertSame(config: SecretSettings, keys: Keys, owner: SQL): Promise<void> {
  const noted = await notedFingerprints(owner, 'share')
  const wrong = [...fingerprintsOf(keys)].filter(([name, hex]) => (noted.get(name) ?? hex) !== hex)
  if (wrong.length === 0) return
  const origins = wrong.map(([name]) =>
    givenKey(config, name) === null
      ? `${name} из файла ${secretsFile(config.dataDir)}`
      : `${name} из переменной`
  )
  throw new ConfigError(
    `База данных работает с другим ключом, чем ${origins.join(' и ')}. Верните прежнее значение из копии: ${LOSS}`
  )
}

/** Noted keys and those that data need, which may predate the notes. */
export async function neededKeys(owner: SQL): Promise<Set<string>> {
  const noted = await notedFingerprints(owner)
  const [neededByData] = await owner<Record<KeyName, boolean>[]>`SELECT
    EXISTS (SELECT FROM suppression) OR EXISTS (SELECT FROM rec) OR EXISTS (SELECT FROM rec_earlier)
      OR EXISTS (SELECT FROM source WHERE records > 0) AS "SUPPRESS_KEY",
    EXISTS (SELECT FROM audit_event WHERE query_tokens IS NOT NULL)
      OR EXISTS (SELECT FROM subject_request WHERE stated IS NOT NULL) AS "AUDIT_KEY"`
  return new Set(NAMES.filter(name => noted.has(name) || neededByData?.[name]))
}

/**
 * By variable.
 *
 * @param lock `share` waits for a change that is under way, `update` makes those wait who ask with a lock meanwhile.
 */
export async function notedFingerprints(owner: SQL, lock?: 'share' | 'update'): Promise<Map<string, string>> {
  const query = orm(owner).select().from(keyFingerprints)
  const rows = await (lock ? query.for(lock) : query)
  return new Map(rows.map(({ name, fingerprint }) => [name, Buffer.from(fingerprint).toString('hex')]))
}

function assertNoneMissing(missing: readonly KeyName[], dataDir: string): void {
  if (missing.length === 0) return
  throw new ConfigError(
    `База данных работает с ключами, которых здесь нет: ${missing.join(' и ')} (переменные не заданы, файла ` +
      `${secretsFile(dataDir)} нет). Верните файл из копии или задайте прежние значения: ${LOSS}`
  )
}
