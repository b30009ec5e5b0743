import { createIndexRecords } from '#api/book/index-record.ts'
import type { StoredRecord } from '#api/book/stored-record.ts'
import { subjectToken } from '#api/book/subject-keys.ts'
import type { Database } from '#api/db/connect.ts'
import { declaredSources } from '#api/features/sources/service.ts'
import type { KeyedHash } from '#api/lib/hmac.ts'
import { type SubjectValue, suppressedValues } from '#shared/identity/records/subject.ts'
import type { TestApp } from './start-app.ts'
import { storedRecords, valuesOf } from './stored-records.ts'

/** What it takes to write the suppression list of a product. */
export interface SuppressionList {
  database: Pick<Database, 'owner'>
  context: { hashes: { suppress: KeyedHash } }
}

/** Puts people on the suppression list by what is known of them. In force after `invalidateSourceCache`, and everywhere after `IN_FORCE_MS`. */
export async function suppress(
  { database, context }: SuppressionList,
  ...values: SubjectValue[]
): Promise<void> {
  const tokens = values.flatMap(suppressedValues).map(subject => {
    const token = subjectToken(context.hashes.suppress, subject)
    return { token: token.toString('hex'), prefix: String(token.readBigInt64BE(0)), kind: subject.kind }
  })
  await database.owner`INSERT INTO suppression (token, prefix, kind, class)
    SELECT decode(token, 'hex'), prefix::int8, kind, 'objection'
    FROM json_to_recordset(${JSON.stringify(tokens)}::text::json) AS t(token text, prefix text, kind text)
    ON CONFLICT DO NOTHING`
}

/** All stored records, and whether one of their subjects is on the list. */
export async function withSuppression(
  app: TestApp
): Promise<{ record: StoredRecord; isSuppressed: boolean }[]> {
  const { owner } = app.database
  const makers = new Map(
    (await declaredSources(owner)).map(source => [
      source.key,
      createIndexRecords(source, app.context.secrets.suppress)
    ])
  )
  const listed = await owner<{ prefix: string }[]>`SELECT prefix::text AS prefix FROM suppression`
  const prefixes = new Set(listed.map(({ prefix }) => prefix))
  return (await storedRecords(app)).map(record => {
    const { subjectKeys = [] } = makers.get(record.source)?.(record.rid, valuesOf(record)) ?? {}
    return { record, isSuppressed: subjectKeys.some(key => prefixes.has(String(key))) }
  })
}

/** A change of the list is in force everywhere within a second. */
export const IN_FORCE_MS = 1_100

/** Has a change that was made past an app of this process in force there at once. */
export const invalidateSourceCache = ({ context }: Pick<TestApp, 'context'>): void => context.sources.forget()
