import type { Context } from '#api/context.ts'
import { type Actor, noteAdminAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { auditHashesOfSteps, parseLine } from '#api/features/search/service.ts'
import type {
  AskedQuery,
  AuditAnswer,
  AuditChange,
  AuditEvent,
  AuditQuery
} from '#shared/contracts/admin/audit.ts'
import type { Overview } from '#shared/contracts/admin/overview.ts'
import { AUDIT_ACTS, AUDIT_FIELDS, SEARCH_ACTS } from '#shared/labels/audit-acts.ts'
import { auditValue } from '#shared/labels/audit-values.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { ownValue } from '#shared/own-value.ts'
import { latestCheck } from './seal-store.ts'
import { countActsSince, pageOfEvents, type StoredEvent } from './store.ts'

const DAY_HOURS = 24
const ID_SHOWN_CHARS = 8
const TOKENS_MAX = 16
const NUMBERS_SHOWN = 5

/** A page of the audit. What is states of an act is chosen here: a detail that nobody chose stays in the database. */
export const readAudit = ({ sql }: Pick<Context, 'sql'>, query: AuditQuery): Promise<AuditAnswer> =>
  pageOf(sql, query)

/**
 * The acts about whom a line names: searches for it, as they are kept, by the strictest look-ups of its readings; and what
 * else was done with the value. That it was looked at is an act of its own.
 *
 * @throws Refusal as a search for the line, and `FORBIDDEN`.
 */
export async function readAsked(
  { sql, hashes }: Pick<Context, 'sql' | 'hashes'>,
  { line, ...query }: AskedQuery,
  actor: Actor
): Promise<AuditAnswer> {
  const { steps } = parseLine(line, null)
  const strict = steps.filter(({ tier }) => tier === 0)
  const tokenLists = strict.map(step => auditHashesOfSteps([step], hashes.audit))
  const answer = await pageOf(sql, query, tokenLists)
  if (query.before === '')
    await noteAdminAct(orm(sql), {
      ...actor,
      action: 'audit_read',
      queryTokens: [...new Set(tokenLists.flat())].slice(0, TOKENS_MAX),
      resultCount: answer.events.length
    })
  return answer
}

async function pageOf(
  sql: Context['sql'],
  query: AuditQuery,
  tokenLists?: readonly (readonly bigint[])[]
): Promise<AuditAnswer> {
  // One more than is shown says whether there is another page.
  const rows = await pageOfEvents(sql, { ...query, limit: query.limit + 1 }, tokenLists)
  const shown = rows.slice(0, query.limit)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  return { ok: true, events: shown.map(eventView), next: last ? `${last.moment}_${last.id}` : null }
}

/** How many acts other than searches there were in the last 24 hours. */
export const countRecentActs = ({ sql }: Pick<Context, 'sql'>): Promise<number> =>
  countActsSince(sql, DAY_HOURS)

/** Whether the audit held when it was last checked; null before the first check. */
export async function auditState({ sql }: Pick<Context, 'sql'>): Promise<Overview['audit']> {
  const check = await latestCheck(sql)
  return check && { is_whole: check.failure === null, checked_at_str: moscowTime(check.at) }
}

function eventView({
  id,
  at,
  action,
  actorKind,
  actorId,
  username,
  via,
  ipPrefix,
  ...row
}: StoredEvent): AuditEvent {
  const isSearch = SEARCH_ACTS.some(search => search === action)
  const detail = isSearch ? {} : (row.detail ?? {})
  return {
    id,
    at: at.toISOString(),
    at_str: moscowTime(at),
    act: action,
    title: ownValue(AUDIT_ACTS, action) ?? action,
    actor: actorId === null ? null : { id: actorId, username },
    is_system: actorKind === 'system',
    is_api: via === 'api',
    ip_prefix: ipPrefix,
    subject: isSearch ? null : subjectOf(detail, row.sourceKeys),
    changes: changesOf(action, detail)
  }
}

type Detail = Record<string, unknown>
const isDetail = (value: unknown): value is Detail =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function subjectOf(detail: Detail, sourceKeys: string[] | null): string | null {
  const states = [detail.before, detail.after].filter(isDetail)
  const named = [detail.username, ...states.map(({ username }) => username)].find(
    name => typeof name === 'string'
  )
  if (typeof named === 'string') return named
  if (typeof detail.payment_id === 'string') return `платёж ${detail.payment_id.slice(0, ID_SHOWN_CHARS)}`
  if (Array.isArray(detail.suppressions))
    return `исключение ${detail.suppressions.slice(0, NUMBERS_SHOWN).join(', ')}`
  if (typeof detail.request === 'string') return `обращение ${detail.request}`
  if (typeof detail.user_id === 'number') return `пользователь ${detail.user_id}`
  if (typeof detail.list_id === 'number') return `список ${detail.list_id}`
  const [key, ...others] = new Set(sourceKeys?.filter(each => each !== ''))
  return others.length > 0 ? `источников: ${others.length + 1}` : (key ?? null)
}

/** The fields that differ, those of a thing that is new or gone among them. */
function changesOf(act: string, detail: Detail): AuditChange[] {
  const before = isDetail(detail.before) ? detail.before : {}
  const after = isDetail(detail.after) ? detail.after : {}
  const reason =
    typeof detail.reason === 'string' ? [{ name: 'Основание', before: null, after: detail.reason }] : []
  const changes = Object.entries(AUDIT_FIELDS).flatMap(([field, name]) => {
    const [was, is] = [textOf(act, field, before[field]), textOf(act, field, after[field])]
    return was === is ? [] : [{ name, before: was, after: is }]
  })
  return [...reason, ...changes]
}

function textOf(act: string, field: string, value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (typeof value === 'number') return value.toLocaleString('ru-RU')
  if (typeof value !== 'string' || value === '') return null
  return auditValue(act, field, value) || null
}
