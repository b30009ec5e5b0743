import type { Context } from '#api/context.ts'
import { type Actor, noteAdminAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { maskRecords } from '#api/features/search/service.ts'
import { declaredSources } from '#api/features/sources/service.ts'
import { hasHardNumber, linkedTo, maskLinked, peopleWith } from '#api/features/suppressions/service.ts'
import { pathNumber } from '#api/http/request-path.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { RequestReach } from '#shared/contracts/admin/subject-requests.ts'
import { suppressedValues } from '#shared/identity/records/subject.ts'
import { requestNumber } from '#shared/labels/subject-requests.ts'
import { moscowDay } from '#shared/moscow-time.ts'
import { findRequest } from './admin-store.ts'
import { ownSight, planOf, recordsOf } from './report-records.ts'
import { unseal } from './seal.ts'
import { type Identifier, identifiersOf, type Stated } from './stated.ts'

/** Of each kind; the counts are of all. */
const SHOWN_MAX = 50

type ReachContext = Pick<Context, 'sql' | 'secrets' | 'hashes' | 'engine' | 'external' | 'sources'>

/**
 * What a block or an erasure by this request takes, what is near and stays, and what else the records link to the person
 * for certain. The request's own hold hides nothing of it. Audited.
 *
 * @param shown Whole as if a document had been seen; masked where records show passport, INN and SNILS so.
 * @throws Refusal `NOT_FOUND`, `REQUEST_DECIDED` without a code entered, `REQUEST_FORGOTTEN`, `SEARCH_DOWN`.
 */
export async function reachOf(
  context: ReachContext,
  id: string,
  { isWhole, isMasked }: { isWhole: boolean; isMasked: boolean },
  actor: Actor
): Promise<RequestReach> {
  const { sql, secrets } = context
  const row = await findRequest(sql, pathNumber(id))
  if (!row) throw new Refusal('NOT_FOUND')
  if (row.state === 'new') throw new Refusal('REQUEST_DECIDED')
  const stated = unseal<Stated>(secrets, row.keyHash, row.stated)
  if (!stated) throw new Refusal('REQUEST_FORGOTTEN')
  const all = identifiersOf(stated, row.channel)
  const used = all.filter(({ isConfirmed }) => isConfirmed || isWhole || row.identityChecked)

  const today = moscowDay(new Date())
  const blocked = await recordsOf(context, used, all, today, suppressedValues)
  const isErasure = row.want === 'erase'
  const reached = isErasure ? (await recordsOf(context, used, all, today)).records : blocked.records
  const hidden = without(blocked.records, reached)
  const { open, isOthers } = await ownSight(context, all)
  const sight = { policy: open, isSeen: (candidate: Parameters<typeof isOthers>[0]) => !isOthers(candidate) }
  const around = await peopleWith(context, keysOf(all), sight)
  const own = used.length === all.length ? around : await peopleWith(context, keysOf(used), sight)
  const near = without(
    around.map(({ id: record_id, source, fields }) => ({ record_id, source, fields })),
    blocked.records
  )
  const { linked, isShared } = linkedTo(
    own,
    all.map(({ subject }) => subject),
    hasHardNumber
  )
  const looked = [...blocked.records, ...near]
  await noteAdminAct(orm(sql), {
    ...actor,
    action: 'subject_reach',
    recordIds: looked.map(({ record_id }) => recordNumber(record_id)),
    sourceKeys: [...new Set(looked.map(({ source }) => source))],
    resultCount: looked.length,
    detail: { request: requestNumber(row.id) }
  })
  const sure = linked.filter(({ is_sure }) => is_sure)
  return {
    ...(await shown(context, isMasked, { taken: reached, hidden, near })),
    withheld: blocked.withheld,
    failed: [...blocked.failed],
    linked: isMasked ? maskLinked(secrets, actor, sure) : sure,
    is_shared: isShared
  }
}

const keysOf = (identifiers: readonly Identifier[]) =>
  identifiers.map(({ line }) => planOf(line).steps[0]?.keys ?? [])

type Shown = Parameters<typeof maskRecords>[0][number] & { record_id: string }
type Parts = 'taken' | 'hidden' | 'near'

function without(records: readonly Shown[], others: readonly Shown[]): Shown[] {
  const ids = new Set(others.map(({ record_id }) => record_id))
  return records.filter(({ record_id }) => !ids.has(record_id))
}

/** Masked together: a number that a record names as one is hidden in all. */
async function shown(
  { sql, sources }: ReachContext,
  isMasked: boolean,
  { taken, hidden, near }: Record<Parts, readonly Shown[]>
): Promise<Pick<RequestReach, Parts>> {
  const titles = new Map((await declaredSources(sql)).map(({ key, passport }) => [key, passport.title]))
  const all = [taken, hidden, near].flatMap(part => part.slice(0, SHOWN_MAX))
  const records = isMasked ? maskRecords(all, (await sources.current()).sources) : all
  const rows = new Map(
    records.map(({ record_id, source, fields }) => [
      record_id,
      {
        record_id,
        source: titles.get(source) ?? source,
        fields: Object.entries(fields).map(([label, value]) => ({ label, value: String(value) }))
      }
    ])
  )
  const partOf = (part: readonly Shown[]) => ({
    count: part.length,
    records: part.slice(0, SHOWN_MAX).flatMap(({ record_id }) => rows.get(record_id) ?? [])
  })
  return { taken: partOf(taken), hidden: partOf(hidden), near: partOf(near) }
}
