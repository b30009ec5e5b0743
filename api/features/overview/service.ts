import type { Context } from '#api/context.ts'
import { auditState, countRecentActs } from '#api/features/audit/service.ts'
import { listIndices } from '#api/features/indices/service.ts'
import { countPublishedNews } from '#api/features/news/service.ts'
import { countAllPending } from '#api/features/payments/service.ts'
import { readSettings } from '#api/features/settings/service.ts'
import { countInForce } from '#api/features/suppressions/service.ts'
import { countAllUsers } from '#api/features/users/service.ts'
import type { Overview } from '#shared/contracts/admin/overview.ts'

export async function readOverview(context: Context): Promise<Overview> {
  const [users, settings, searches, indices, news, pending, acts, suppressions, audit] = await Promise.all([
    countAllUsers(context),
    readSettings(context),
    context.statistics.performance(),
    listIndices(context),
    countPublishedNews(context),
    countAllPending(context.sql),
    countRecentActs(context),
    countInForce(context),
    auditState(context)
  ])
  const silent = indices.details.filter(({ status, answers }) => status === 'active' && !answers)
  return {
    ok: true,
    users,
    pending_payments: pending,
    rate: settings.rate,
    total_queries: searches.total_queries,
    avg_query_time: searches.avg_query_time,
    ip_exceptions: settings.exempt_ips.length,
    indices: indices.indices.length,
    disabled_indices: indices.disabled_indices.length,
    silent_indices: silent.map(({ name, title, passport: { gaps } }) => ({
      name,
      title,
      reason: gaps[0] ?? ''
    })),
    news,
    recent_acts: acts,
    suppressions,
    audit
  }
}
