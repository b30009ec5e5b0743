import { openDatabase } from '#api/db/connect.ts'
import { createKeyedHash } from '#api/lib/hmac.ts'
import { readSecrets } from '#api/lib/secrets.ts'
import type { SubjectValue } from '#shared/identity/records/subject.ts'
import { IN_FORCE_MS, type SuppressionList, suppress } from '#tests/kit/suppress.ts'
import { DATA_FOLDER } from './stage.ts'

const inForce = () => new Promise(resolve => setTimeout(resolve, IN_FORCE_MS))

/** Has somebody on the suppression list of the product, in force everywhere, as long as something is done. */
export async function whileSuppressed(subject: SubjectValue, act: () => Promise<void>): Promise<void> {
  const dataDir = process.env[DATA_FOLDER] ?? ''
  const key = readSecrets(dataDir)?.suppress ?? ''
  const database = await openDatabase({ databaseUrl: null, dataDir })
  const list: SuppressionList = { database, context: { hashes: { suppress: createKeyedHash(key) } } }
  try {
    await suppress(list, subject)
    await inForce()
    await act()
  } finally {
    await database.owner`DELETE FROM suppression WHERE token NOT IN (SELECT token FROM subject_request_token)`
    await database.close()
    await inForce()
  }
}
