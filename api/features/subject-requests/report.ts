import type { Context } from '#api/context.ts'
import { orm } from '#api/db/orm.ts'
import { maskRecords } from '#api/features/search/service.ts'
import { declaredSources } from '#api/features/sources/service.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { SubjectReport } from '#shared/contracts/privacy/privacy.ts'
import { AUDIT_ACTS } from '#shared/labels/audit-acts.ts'
import { SOURCE_BASES, SOURCE_KINDS, SOURCE_ORIGINS } from '#shared/labels/sources.ts'
import { requestNumber, SUBJECT_KINDS } from '#shared/labels/subject-requests.ts'
import { moscowDay, moscowTime } from '#shared/moscow-time.ts'
import { ownValue } from '#shared/own-value.ts'
import { lastKeepingDay, readPassport } from '#shared/rules/passport.ts'
import { askedAbout } from './asked-store.ts'
import { heldKinds } from './holds-store.ts'
import { operatorOf } from './operator.ts'
import { type FoundRecords, recordsOf } from './report-records.ts'
import { unseal } from './seal.ts'
import { type Identifier, identifiersOf, type Stated } from './stated.ts'
import type { RequestRow } from './store.ts'
import { heldNow } from './view.ts'

const ASKED_MAX = 1_000

type ReportContext = Pick<
  Context,
  'sql' | 'config' | 'secrets' | 'hashes' | 'engine' | 'external' | 'sources'
>

/**
 * What the sources say by what the person has shown to be theirs: the address that the code went to, and the rest of what
 * they stated where a document was seen. Their own block hides nothing from them.
 *
 * @param shown Whole as if a document had been seen, or masked: for the administrator who decides.
 * @throws Refusal `REQUEST_FORGOTTEN`.
 */
export async function makeReport(
  context: ReportContext,
  row: RequestRow,
  { isWhole, isMasked } = { isWhole: row.identityChecked, isMasked: false }
): Promise<SubjectReport> {
  const { sql, config, secrets } = context
  const stated = unseal<Stated>(secrets, row.keyHash, row.stated)
  if (!stated) throw new Refusal('REQUEST_FORGOTTEN')
  const all = identifiersOf(stated, row.channel)
  const used = all.filter(({ isConfirmed }) => isConfirmed || isWhole)
  const result = await recordsOf(context, used, all, moscowDay(row.decidedAt ?? new Date()))
  const leftOut = new Set(row.leftOut.map(String))
  const records = result.records.filter(({ record_id }) => !leftOut.has(String(recordNumber(record_id))))
  const about = askedOf(context, { ...result, records }, used)
  const { sources } = await context.sources.current()
  const shown = isMasked ? maskRecords(records, sources) : records
  const events = await askedAbout(sql, about, ASKED_MAX + 1)
  const now = new Date()
  return {
    number: requestNumber(row.id),
    made_at: now.toISOString(),
    made_at_str: moscowTime(now),
    operator: operatorOf(config),
    looked_for: used.map(({ subject, shown, isConfirmed }) => ({
      kind: ownValue(SUBJECT_KINDS, subject.kind) ?? subject.kind,
      value: shown,
      is_confirmed: isConfirmed
    })),
    records: shown.map(({ record_id, source, fields }) => ({
      record_id,
      source,
      fields: Object.entries(fields).map(([label, value]) => ({ label, value }))
    })),
    held: heldNow(row, await heldKinds(orm(sql), row.id)),
    withheld: result.withheld,
    sources: await sourcesOf(context, new Set(records.map(({ source }) => source))),
    failed: [...result.failed],
    asked: events.slice(0, ASKED_MAX).map(({ at, action, via, purpose, role, username }) => ({
      at_str: moscowTime(at),
      act: ownValue(AUDIT_ACTS, action) ?? action,
      role: role ?? 'учётная запись удалена',
      via: via === 'api' ? 'программа' : 'сайт',
      purpose,
      username: config.reportNames === 'on' ? username : null
    })),
    asked_more: events.length > ASKED_MAX,
    history_days: config.historyDays,
    audit_days: config.auditDays
  }
}

/** A search has asked for somebody when it has all keys of one look-up for them. */
function askedOf(
  { hashes }: ReportContext,
  { records, plans }: Pick<FoundRecords, 'records' | 'plans'>,
  used: readonly Identifier[]
) {
  const steps = plans.flatMap(plan => plan.steps)
  const exact = steps.filter(({ form, keys, surname }) => isExact(form) && keys.length > 0 && !surname)
  const phones = used.flatMap(({ subject, line }) =>
    subject.kind === 'phone' ? [hashes.audit.number(`phone:${line.slice(1)}`)] : []
  )
  return {
    records: records.map(({ record_id }) => recordNumber(record_id)),
    lookups: [
      ...exact.map(({ keys }) => keys.map(key => hashes.audit.number(key))),
      ...phones.map(token => [token])
    ]
  }
}

const isExact = (form: string) => form === 'identifier' || form === 'exact'

async function sourcesOf(
  { sql }: ReportContext,
  keys: ReadonlySet<string>
): Promise<SubjectReport['sources']> {
  const declared = await declaredSources(sql)
  return declared
    .filter(({ key }) => keys.has(key))
    .map(source => {
      const passport = readPassport(source.passport)
      return {
        key: source.key,
        title: passport.title,
        kind: SOURCE_KINDS[passport.kind],
        origin: SOURCE_ORIGINS[passport.origin],
        basis: SOURCE_BASES[passport.basis],
        controller: passport.controller,
        as_of: passport.obtained_at,
        keep_until: lastKeepingDay(passport)
      }
    })
}
