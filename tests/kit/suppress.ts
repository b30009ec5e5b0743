import { subjectToken } from '#api/engines/subject-keys.ts'
import { type SubjectValue, suppressedValues } from '#shared/identity/records/subject.ts'
import type { TestApp } from './start-app.ts'

/** Puts people on the suppression list by what is known of them. In force everywhere after `IN_FORCE_MS`. */
export async function suppress({ database, context }: TestApp, ...known: SubjectValue[]): Promise<void> {
  const tokens = known.flatMap(suppressedValues).map(subject => {
    const token = subjectToken(context.hashes.suppress, subject)
    return { token: token.toString('hex'), prefix: String(token.readBigInt64BE(0)), kind: subject.kind }
  })
  await database.owner`INSERT INTO suppression (token, prefix, kind, class)
    SELECT decode(token, 'hex'), prefix::int8, kind, 'objection'
    FROM json_to_recordset(${JSON.stringify(tokens)}::text::json) AS t(token text, prefix text, kind text)
    ON CONFLICT DO NOTHING`
}

/** A change of the list is in force everywhere within a second. */
export const IN_FORCE_MS = 1_100
