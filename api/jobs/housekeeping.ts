import type { SQL } from 'bun'
import type { Context } from '#api/context.ts'
import { forgetAudit } from '#api/db/audit.ts'
import type { Records } from '#api/engines/index.ts'
import { sealAudit, verifyDaily } from '#api/features/audit/seals.ts'
import { forgetHistory } from '#api/features/history/service.ts'
import { forgetImports } from '#api/features/import-jobs/service.ts'
import { finishDeletions } from '#api/features/indices/service.ts'
import { sendNotes } from '#api/features/payments/notes.ts'
import { reconcileDaily } from '#api/features/payments/reconcile.ts'
import { noteSignals } from '#api/features/risk/service.ts'
import { forgetAnswers, forgetClientKeys, refundSearches } from '#api/features/search/housekeeping.ts'
import { forgetLists } from '#api/features/search/lists/service.ts'
import { removeExpired } from '#api/features/sources/service.ts'
import { keepPastDays } from '#api/features/statistics/days.ts'
import { forgetRequests } from '#api/features/subject-requests/admin-service.ts'
import { eraseDue } from '#api/features/suppressions/erasing.ts'
import { forgetPlaces } from '#api/features/throttle/service.ts'
import { forgetUsage } from '#api/features/tokens/service.ts'
import { forgetDeliveries } from '#api/features/webhooks/service.ts'
import { log } from '#api/lib/log.ts'
import { OperatorError } from '#api/lib/operator-error.ts'

/** Does at most `most` rows of its job, and says how many it did. Safe beside another process that does the same. */
export type HousekeepingJob = (context: Context, most: number) => Promise<number>

/** What one process at a time does for all. */
export const HOUSEKEEPING: Record<string, HousekeepingJob> = {
  async refund_searches(context, most) {
    const refunded = await refundSearches(context, most)
    if (refunded > 0) log.warn('searches_given_back', { refunded })
    return refunded
  },
  forget_answers: forgetAnswers,
  forget_client_keys: forgetClientKeys,
  forget_places: forgetPlaces,
  forget_history: forgetHistory,
  forget_lists: forgetLists,
  forget_deliveries: ({ sql }, most) => forgetDeliveries(sql, most),
  forget_subject_requests: forgetRequests,
  remove_expired: removeExpired,
  finish_deletions: finishDeletions,
  forget_imports: forgetImports,
  erase_suppressed: eraseDue,
  send_notes: sendNotes,
  end_sessions: ({ sessions }, most) => sessions.forgetExpired(most),
  forget_login_places: ({ sessions }, most) => sessions.forgetPlaces(most),
  forget_token_days: forgetUsage
}

/** What has no backlog: it looks whether it is time. */
export const DAILY: Record<string, HousekeepingJob> = {
  reconcile_payments: reconcileDaily,
  keep_past_days: keepPastDays,
  verify_audit: verifyDaily,
  async note_signals(context) {
    const noted = await noteSignals(context)
    if (noted > 0) log.warn('signals_noted', { noted })
    return 0
  }
}

/** What the application's login has no right to. */
export const ownersHousekeeping = (
  owner: SQL,
  { keepIndex }: Pick<Records, 'keepIndex'>
): Record<string, HousekeepingJob> => ({
  seal_audit: (_, most) => sealAudit(owner, most),
  forget_audit: ({ config }, most) => forgetAudit(owner, config.auditDays, most),
  async keep_index() {
    // What is in its way is said by the health of the index.
    await keepIndex().catch(error => {
      if (!(error instanceof OperatorError)) throw error
    })
    return 0
  }
})
