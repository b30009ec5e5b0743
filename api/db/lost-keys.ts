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
import { assertNoOthers } from './running-server.ts'
import { keyFingerprints, subjectRequestTokens, suppressions } from './schema/index.ts'

export interface Losses {
  suppressions: number
  records: number
  queries: number
}

/** Keys that the database used and that are missing now. @throws ConfigError when the file cannot be read. */
export async function lostKeys(config: SecretSettings, owner: SQL): Promise<KeyName[]> {
  const stored = readSecrets(config.dataDir)
  const [needed, noted] = [await neededKeys(owner), await notedFingerprints(owner)]
  return NAMES.filter(name => {
    const key = givenKey(config, name) ?? stored?.[KEYS[name]]
    if (key === undefined) return needed.has(name)
    return (noted.get(name) ?? fingerprintOf(key)) !== fingerprintOf(key)
  })
}

/** Removes what depended on the lost keys, and writes the losses to the audit. */
export async function adoptKeys(
  config: SecretSettings,
  lost: readonly KeyName[],
  losses: Losses,
  tx: SQL
): Promise<void> {
  // Who opens the database from here on waits, and is refused with the former key.
  await notedFingerprints(tx, 'update')
  await assertNoOthers(tx)
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
