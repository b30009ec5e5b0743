import { and, eq, inArray, isNull, ne, sql as text } from 'drizzle-orm'
import type { Orm } from '#api/db/orm.ts'
import { subjectRequestTokens, suppressions } from '#api/db/schema/index.ts'
import { type EntryTokens, type Grounds, insertEntry, liftEntry } from '#api/features/suppressions/service.ts'
import { requestNumber } from '#shared/labels/subject-requests.ts'

/** Number of the advisory lock: whoever lifts a hold sees every other one. */
const HOLDS = 73_200_023

type Tx = Pick<Orm, 'insert' | 'update' | 'delete' | 'execute' | 'select'>

/** A request as the list notes it. */
export interface Holder {
  id: number
  number: string
  reason: Grounds['reason']
}

const stored = (hex: string) => Buffer.from(hex, 'hex')

/** Notes what a request is about. */
export async function noteTokens(tx: Tx, requestId: number, entries: readonly EntryTokens[]): Promise<void> {
  const rows = entries.flatMap(([main, ...further]) =>
    main
      ? [
          { requestId, token: stored(main.token), kind: main.kind },
          ...further.map(({ token, kind }) => ({
            requestId,
            token: stored(token),
            kind,
            mainToken: stored(main.token)
          }))
        ]
      : []
  )
  await tx.insert(subjectRequestTokens).values(rows).onConflictDoNothing()
}

/** In the order of tokens, so that two who enter the same wait for each other once. */
async function entriesOf(tx: Tx, requestId: number): Promise<EntryTokens[]> {
  const rows = await tx
    .select()
    .from(subjectRequestTokens)
    .where(eq(subjectRequestTokens.requestId, requestId))
    .orderBy(subjectRequestTokens.token)
  const all = rows.map(({ token, kind, mainToken }) => {
    const bytes = Buffer.from(token)
    const entry = { kind, token: bytes.toString('hex'), prefix: String(bytes.readBigInt64BE(0)) }
    return { entry, main: mainToken && Buffer.from(mainToken).toString('hex') }
  })
  const mains = all.filter(({ main }) => main === null)
  return mains.map(({ entry }) => [
    entry,
    ...all.filter(({ main }) => main === entry.token).map(further => further.entry)
  ])
}

/**
 * Keeps what a request is about out of answers up to the end of a day of Moscow. Of several requests about one value the
 * longest holds; what an administrator has put on the list ends no sooner and stays theirs.
 */
export async function holdTokens(tx: Tx, { id, number, reason }: Holder, lastDay: string): Promise<void> {
  await tx.execute(text`SELECT pg_advisory_xact_lock(${HOLDS})`)
  const expiresAt = new Date(`${lastDay}T23:59:59.999+03:00`)
  const grounds: Grounds = { reason, request: number, expiresAt, isProvisional: true, isHold: true }
  for (const tokens of await entriesOf(tx, id)) await insertEntry(tx, tokens, grounds, null)
}

/** Keeps it out for good: of one kind alone where one is given. */
export async function keepTokens(
  tx: Tx,
  { id, number, reason }: Holder,
  decidedBy: number | null,
  onlyKind: string | null
): Promise<void> {
  await tx.execute(text`SELECT pg_advisory_xact_lock(${HOLDS})`)
  const grounds: Grounds = { reason, request: number, expiresAt: null, isProvisional: false }
  for (const tokens of await entriesOf(tx, id))
    if (onlyKind === null || tokens[0]?.kind === onlyKind) await insertEntry(tx, tokens, grounds, decidedBy)
}

/** Of requests that are about one of its values, itself among them. */
async function numbersOf(tx: Tx, requestId: number): Promise<string[]> {
  const rows = await tx.execute<{ id: number }>(text`SELECT DISTINCT o.request_id AS id
    FROM subject_request_token t JOIN subject_request_token o USING (token) WHERE t.request_id = ${requestId}`)
  return rows.map(({ id }) => requestNumber(id))
}

/**
 * Lifts what this request alone holds: neither another that waits for a decision nor an administrator. Entries are locked as
 * they are read, so that none is lifted that an administrator makes permanent meanwhile.
 *
 * @param butKind What is kept; null where nothing is.
 */
export async function releaseTokens(
  tx: Tx,
  { id, number }: Holder,
  decidedBy: number | null,
  butKind: string | null
): Promise<void> {
  await tx.execute(text`SELECT pg_advisory_xact_lock(${HOLDS})`)
  const numbers = await numbersOf(tx, id)
  const rows = await tx
    .select({ id: suppressions.id })
    .from(suppressions)
    .innerJoin(subjectRequestTokens, eq(subjectRequestTokens.token, suppressions.token))
    .where(
      and(
        eq(subjectRequestTokens.requestId, id),
        butKind === null ? undefined : ne(subjectRequestTokens.kind, butKind),
        isNull(suppressions.mainId),
        eq(suppressions.state, 'provisional'),
        isNull(suppressions.addedBy),
        inArray(suppressions.request, numbers),
        text`NOT EXISTS (SELECT FROM subject_request_token o JOIN subject_request r ON r.id = o.request_id
          WHERE o.token = ${suppressions.token} AND o.request_id <> ${id} AND r.state IN ('open', 'document'))`
      )
    )
    .for('update', { of: suppressions })
  const reason = butKind === null ? `отказ по ${number}` : `не подтверждено по ${number}`
  for (const row of rows) await liftEntry(tx, row.id, { reason, liftedBy: decidedBy })
}

/** Entries of these values that are in force. */
export async function entryIds(tx: Pick<Orm, 'execute'>, tokens: readonly string[]): Promise<number[]> {
  const rows = await tx.execute<{ id: number }>(text`SELECT id FROM suppression
    WHERE main_id IS NULL AND state = 'active' AND encode(token, 'hex') IN (
      SELECT json_array_elements_text(${JSON.stringify(tokens)}::text::json))`)
  return rows.map(({ id }) => id)
}

/** Kinds of what a request is about that answers lack now: a hold ends, and an administrator may lift it. */
export async function heldKinds(tx: Pick<Orm, 'selectDistinct'>, requestId: number): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ kind: subjectRequestTokens.kind })
    .from(subjectRequestTokens)
    .innerJoin(suppressions, eq(suppressions.token, subjectRequestTokens.token))
    .where(
      and(
        eq(subjectRequestTokens.requestId, requestId),
        isNull(suppressions.mainId),
        ne(suppressions.state, 'lifted'),
        text`coalesce(${suppressions.expiresAt} > now(), true)`
      )
    )
  return rows.map(({ kind }) => kind)
}
