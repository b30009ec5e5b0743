import type { SQL } from 'bun'
import { and, eq, gt, isNotNull, lt, sql as text } from 'drizzle-orm'
import { noteAct } from '#api/db/audit.ts'
import { type Orm, orm } from '#api/db/orm.ts'
import { subjectRequests } from '#api/db/schema/index.ts'
import {
  SUBJECT_CODE_ATTEMPTS,
  SUBJECT_CODE_MINUTES,
  SUBJECT_CODE_PAUSE_SECONDS,
  SUBJECT_CODES_MAX
} from '#shared/constants.ts'
import type { AuditAct } from '#shared/labels/audit-acts.ts'

export type RequestRow = typeof subjectRequests.$inferSelect
type NewRequest = Pick<
  typeof subjectRequests.$inferInsert,
  'keyHash' | 'want' | 'onBehalf' | 'channel' | 'stated'
>

/** A code as it is kept. */
export interface KeptCode {
  codeHash: Uint8Array
  /** Sealed, where an administrator hands it over. */
  code: Uint8Array | null
}

const EXPIRY = text`now() + make_interval(mins => ${SUBJECT_CODE_MINUTES})`

/** False when there is one with its key already. */
export async function insertRequest(sql: SQL, request: NewRequest, code: KeptCode): Promise<boolean> {
  const inserted = await orm(sql)
    .insert(subjectRequests)
    .values({ ...request, ...code, codeExpiresAt: EXPIRY })
    .onConflictDoNothing({ target: subjectRequests.keyHash })
    .returning({ id: subjectRequests.id })
  return inserted.length > 0
}

export async function requestWithKey(sql: SQL, keyHash: Uint8Array): Promise<RequestRow | null> {
  const [row] = await orm(sql).select().from(subjectRequests).where(eq(subjectRequests.keyHash, keyHash))
  return row ?? null
}

/** Takes back a request whose code could not be sent. */
export async function dropRequest(sql: SQL, keyHash: Uint8Array): Promise<void> {
  await orm(sql)
    .delete(subjectRequests)
    .where(and(eq(subjectRequests.keyHash, keyHash), eq(subjectRequests.state, 'new')))
}

/** Replaces the code of a request that waits for one. Null where none may be sent now. */
export async function replaceCode(
  sql: SQL,
  keyHash: Uint8Array,
  codeOf: KeptCode
): Promise<RequestRow | null> {
  const { codes, codeSentAt, attempts, state } = subjectRequests
  const [row] = await orm(sql)
    .update(subjectRequests)
    .set({ ...codeOf, codes: text`${codes} + 1`, codeSentAt: text`now()`, codeExpiresAt: EXPIRY })
    .where(
      and(
        eq(subjectRequests.keyHash, keyHash),
        eq(state, 'new'),
        lt(codes, SUBJECT_CODES_MAX),
        lt(attempts, SUBJECT_CODE_ATTEMPTS),
        lt(codeSentAt, text`now() - make_interval(secs => ${SUBJECT_CODE_PAUSE_SECONDS})`)
      )
    )
    .returning()
  return row ?? null
}

/**
 * One try of a code, counted and decided in one statement. Null where no code is waited for: none is, it is too old, or
 * there were too many tries.
 */
export async function tryCode(
  tx: Pick<Orm, 'update'>,
  keyHash: Uint8Array,
  codeHash: Uint8Array,
  dueOn: string
): Promise<RequestRow | null> {
  const { state, attempts, codeExpiresAt } = subjectRequests
  const ifRight = (value: unknown, other: unknown) =>
    text`CASE WHEN ${subjectRequests.codeHash} = ${codeHash} THEN ${value} ELSE ${other} END`
  const [row] = await tx
    .update(subjectRequests)
    .set({
      attempts: text`${attempts} + 1`,
      state: ifRight(text`'open'`, state),
      confirmedAt: ifRight(text`now()`, text`NULL::timestamptz`),
      dueOn: ifRight(text`${dueOn}::date`, text`NULL::date`),
      code: ifRight(text`NULL::bytea`, subjectRequests.code)
    })
    .where(
      and(
        eq(subjectRequests.keyHash, keyHash),
        eq(state, 'new'),
        lt(attempts, SUBJECT_CODE_ATTEMPTS),
        gt(codeExpiresAt, text`now()`)
      )
    )
    .returning()
  return row ?? null
}

/** The request that this code has confirmed, as long as the code would be good. */
export async function confirmedWith(
  sql: SQL,
  keyHash: Uint8Array,
  codeHash: Uint8Array
): Promise<RequestRow | null> {
  const { confirmedAt, codeExpiresAt } = subjectRequests
  const [row] = await orm(sql)
    .select()
    .from(subjectRequests)
    .where(
      and(
        eq(subjectRequests.keyHash, keyHash),
        eq(subjectRequests.codeHash, codeHash),
        isNotNull(confirmedAt),
        gt(codeExpiresAt, text`now()`)
      )
    )
  return row ?? null
}

export async function isConfirmed(sql: SQL, keyHash: Uint8Array): Promise<boolean> {
  const confirmed = and(
    eq(subjectRequests.keyHash, keyHash),
    text`${subjectRequests.confirmedAt} IS NOT NULL`
  )
  return (await orm(sql).$count(subjectRequests, confirmed)) > 0
}

/** What a person did without an account. */
export const noteSubjectAct = (
  tx: Pick<Orm, 'insert' | 'execute'>,
  action: AuditAct,
  number: string,
  ipPrefix: string | null
): Promise<void> => noteAct(tx, { actorKind: 'subject', action, ipPrefix, detail: { request: number } })
