import type { SQL } from 'bun'
import { inArray } from 'drizzle-orm'
import { keepSecrets, readSecrets } from '#api/lib/secrets.ts'
import { noteAct } from './audit.ts'
import {
  fingerprintOf,
  givenKey,
  KEYS,
  type KeyName,
  NAMES,
  neededKeys,
  notedFingerprints,
  noteKeys,
  type SecretSettings
} from './keys.ts'
import { orm } from './orm.ts'
import { keyFingerprints, subjectRequestTokens, suppressions } from './schema/index.ts'

/** How many rows were made with the keys of a database. */
export interface Losses {
  suppressions: number
  /** With earlier versions. */
  records: number
  queries: number
}

/**
 * The keys that the database was used with and that are here no more: neither in the variables nor in the file.
 *
 * @throws ConfigError When the file cannot be read.
 */
export async function lostKeys(config: SecretSettings, owner: SQL): Promise<KeyName[]> {
  const stored = readSecrets(config.dataDir)
  const [needed, noted] = [await neededKeys(owner), await notedFingerprints(owner)]
  return NAMES.filter(name => {
    const key = givenKey(config, name) ?? stored?.[KEYS[name]]
    if (key === undefined) return needed.has(name)
    return (noted.get(name) ?? fingerprintOf(key)) !== fingerprintOf(key)
  })
}

/**
 * Makes the keys of the configuration those of the database, in the place of lost ones; missing ones are generated. What
 * was suppressed with a lost key is removed, and what requests hold: nothing would meet it. An audit row says so, with the
 * losses.
 */
export async function adoptKeys(
  config: SecretSettings,
  lost: readonly KeyName[],
  losses: Losses,
  tx: SQL
): Promise<void> {
  await orm(tx)
    .delete(keyFingerprints)
    .where(inArray(keyFingerprints.name, [...lost]))
  if (lost.includes('SUPPRESS_KEY')) {
    await orm(tx).delete(suppressions)
    await orm(tx).delete(subjectRequestTokens)
  }
  await noteAct(orm(tx), {
    ...{ actorKind: 'system', via: 'cli', action: 'renew_keys' },
    detail: { lost: [...lost], ...losses }
  })
  const stored = keepSecrets(config.dataDir)
  await noteKeys(
    { suppress: config.suppressKey ?? stored.suppress, audit: config.auditKey ?? stored.audit },
    tx
  )
}

export async function lossesOf(owner: SQL): Promise<Losses> {
  const [row] = await owner<Losses[]>`SELECT
    (SELECT count(*)::int FROM suppression) AS suppressions,
    (SELECT count(*)::int FROM rec) + (SELECT count(*)::int FROM rec_earlier) AS records,
    (SELECT count(*)::int FROM audit_event WHERE query_tokens IS NOT NULL) AS queries`
  return row ?? { suppressions: 0, records: 0, queries: 0 }
}
