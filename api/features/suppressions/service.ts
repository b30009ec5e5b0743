import type { SQL } from 'bun'
import type { Context } from '#api/context.ts'
import { orm } from '#api/db/orm.ts'
import { pathNumber } from '#api/http/request-path.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type {
  AddedAnswer,
  Suppression,
  SuppressionCheckAnswer,
  SuppressionsAnswer,
  SuppressionsQuery
} from '#shared/contracts/admin/suppressions.ts'
import { suppressionKindLabel } from '#shared/labels/suppression-kinds.ts'
import { SUPPRESSION_REASONS } from '#shared/labels/suppressions.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import type { NewSuppression, TypedValue } from '#shared/rules/suppression.ts'
import { type Decider, deciderId, noteDecision } from './decider.ts'
import { entryTokens, type Grounds, groundsOf, KEY_SHOWN_CHARS, keyIdOf } from './entries.ts'
import { entryView } from './entry-view.ts'
import { countEntriesInForce, entriesOf, entriesWith, pageOfEntries } from './listing-store.ts'
import { auditHashesOfValues, type ReadValue, readValue } from './read-value.ts'
import { openValue } from './sealed-value.ts'
import { insertEntry, liftEntry } from './store.ts'

export { type Decider, deciderId, noteDecision } from './decider.ts'
export { type EntryTokens, entryTokens, type Grounds } from './entries.ts'
export { eraseFor, markErased } from './erasing.ts'
export { linkedTo, maskLinked, peopleWith } from './linked-people.ts'
export type { StatedPerson } from './linked-values.ts'
export { hasHardNumber } from './several-people.ts'
export { insertEntry, liftEntry } from './store.ts'

/** What acts on the list need, also of a command. */
export type ListContext = Pick<Context, 'sql' | 'secrets' | 'hashes'> & {
  sources: Pick<Context['sources'], 'forget'>
}
export async function listSuppressions(
  { sql, secrets }: Pick<ListContext, 'sql' | 'secrets'>,
  query: SuppressionsQuery
): Promise<SuppressionsAnswer> {
  const { rows, total, inForce } = await pageOfEntries(sql, query)
  return {
    ok: true,
    suppressions: rows.map(entryView),
    total,
    in_force: inForce,
    key: keyIdOf(secrets.suppress).slice(0, KEY_SHOWN_CHARS)
  }
}

/** How many entries are in force. */
export const countInForce = ({ sql }: Pick<ListContext, 'sql'>): Promise<number> => countEntriesInForce(sql)

/**
 * Enters what somebody is known by, all of it or nothing. What is on the list already is made permanent, if this is, and
 * lasts as long as this does, if that is longer.
 *
 * @throws Refusal `UNKNOWN_VALUE`, `EXPIRY_PAST`, `FORBIDDEN`.
 */
export async function addSuppressions(
  context: ListContext,
  { values, ...why }: NewSuppression,
  by: Decider
): Promise<Omit<AddedAnswer, 'ok'>> {
  const grounds = groundsOf(why)
  const read = values.map(value => readValue(openValue(context.secrets, by, value)))
  const ids = await enter(context, read, grounds, by)
  context.sources.forget()
  const rows = await entriesOf(orm(context.sql), ids)
  return { added: rows.map(entryView), known: read.length - ids.length }
}

/** In the order of tokens, so that two who enter the same wait for each other once. */
function enter(
  context: ListContext,
  read: readonly ReadValue[],
  grounds: Grounds,
  by: Decider
): Promise<number[]> {
  const { sql, hashes } = context
  const entries = read
    .map(({ subject }) => entryTokens(hashes.suppress, subject))
    .toSorted(([a], [b]) => ((a?.token ?? '') < (b?.token ?? '') ? -1 : 1))
  return orm(sql).transaction(async tx => {
    const ids: number[] = []
    for (const tokens of entries) {
      const id = await insertEntry(tx, tokens, grounds, deciderId(by))
      if (id !== null && !ids.includes(id)) ids.push(id)
    }
    if (ids.length > 0)
      await noteDecision(tx, by, { action: 'suppression_add', ...detailOf(ids, grounds, read, context) })
    return ids
  })
}

const detailOf = (
  ids: readonly number[],
  { reason, request, expiresAt, isProvisional }: Grounds,
  read: readonly ReadValue[],
  { hashes }: Pick<ListContext, 'hashes'>
) => ({
  queryTokens: auditHashesOfValues(read, hashes.audit),
  detail: {
    suppressions: ids,
    after: {
      reason: SUPPRESSION_REASONS[reason],
      ...(request && { request }),
      ...(expiresAt && { until: moscowTime(expiresAt) }),
      entries: ids.length,
      state: isProvisional ? 'временно' : 'действует'
    }
  }
})

/**
 * Lets somebody be found again. Whoever of two administrators is later is told so.
 *
 * @throws Refusal `NOT_FOUND`, `ALREADY_LIFTED`, `FORBIDDEN`.
 */
export async function liftSuppression(
  context: ListContext,
  id: string,
  reason: string,
  by: Decider
): Promise<Suppression> {
  const { sql } = context
  const number = pathNumber(id)
  await orm(sql).transaction(async tx => {
    const isLifted = await liftEntry(tx, number, { reason, liftedBy: deciderId(by) })
    const [entry] = isLifted ? [] : await entriesOf(tx, [number])
    if (!isLifted) throw new Refusal(entry ? 'ALREADY_LIFTED' : 'NOT_FOUND')
    await noteDecision(tx, by, { action: 'suppression_lift', detail: { suppressions: [number], reason } })
  })
  context.sources.forget()
  return await viewOf(sql, number)
}

async function viewOf(sql: SQL, id: number): Promise<Suppression> {
  const [row] = await entriesOf(orm(sql), [id])
  if (!row) throw new Refusal('NOT_FOUND')
  return entryView(row)
}

/**
 * Says which entries hide whoever has a value. Audited like a search for it.
 *
 * @throws Refusal `UNKNOWN_VALUE`, `FORBIDDEN`.
 */
export async function checkSuppression(
  { sql, hashes }: ListContext,
  typed: TypedValue,
  by: Decider
): Promise<Omit<SuppressionCheckAnswer, 'ok'>> {
  const read = readValue(typed)
  const tokens = entryTokens(hashes.suppress, read.subject).map(({ token }) => token)
  const ids = await entriesWith(sql, tokens)
  await noteDecision(orm(sql), by, {
    action: 'suppression_check',
    queryTokens: auditHashesOfValues([read], hashes.audit)
  })
  const rows = ids.length > 0 ? await entriesOf(orm(sql), ids) : []
  const { kind } = read.subject
  return { kind, kind_label: suppressionKindLabel(kind), suppressions: rows.map(entryView) }
}
