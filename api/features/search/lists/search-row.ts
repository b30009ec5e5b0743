import type { Context } from '#api/context.ts'
import { storedPurposeOf } from '#api/features/search/purpose.ts'
import { readSearchId, searchIdText } from '#api/features/search/search-id.ts'
import { payForSearch } from '#api/features/search/service.ts'
import { headlineForBest } from '#shared/identity/people/headline.ts'
import type { ClaimedList } from './lease-store.ts'
import type { AnsweredRow, WaitingRow } from './run-store.ts'

/** Some source has not answered: nothing was charged, and the row is to be tried again. */
export class SourceSilent extends Error {
  override name = 'SourceSilent'
}

/** Nobody is found yet: records are being prepared, and whoever is asked for may be among them. */
export class BeingPrepared extends Error {
  override name = 'BeingPrepared'
}

/** Few enough to be read again for a page of rows. */
const BEST_RECORDS_MAX = 20

/**
 * Searches a row and charges it as a single search, once whatever happens: its number is the client key.
 *
 * @throws Refusal as `payForSearch`; `SourceSilent`; `BeingPrepared`.
 */
export async function searchRow(
  context: Context,
  { id: listId, publicId, userId, role, isApi, ipPrefix, ...stated }: ClaimedList,
  { n, line, reading }: WaitingRow,
  signal: AbortSignal
): Promise<AnsweredRow> {
  const caller = {
    userId,
    role,
    // What is known of it is old: the balance is asked for.
    requestsCount: 0,
    address: ipPrefix?.split('/')[0] ?? null,
    isApi,
    clientKey: `list ${searchIdText(publicId)} ${n}`,
    usualPurpose: storedPurposeOf(stated),
    knowsKey: true,
    signal
  }
  const paid = await payForSearch(context, caller, { line, chosen: reading, limit: null, listId })
  const { isComplete, resultsCount, outcome } = paid.answer
  if (!outcome) throw new SourceSilent()
  const { headline, headlineText, best, sources, failedSources } = outcome
  if (!isComplete) throw failedSources.length > 0 ? new SourceSilent() : new BeingPrepared()
  return {
    n,
    headline: headlineForBest(headline.code, best?.label ?? null),
    headline_text: headlineText,
    people: headline.people,
    best_label: best?.label ?? null,
    best_band: best?.band ?? null,
    best_score: best?.score ?? null,
    best_records: `{${best?.recordNumbers.slice(0, BEST_RECORDS_MAX).join(',') ?? ''}}`,
    sources,
    results: resultsCount,
    search_id: `\\x${readSearchId(paid.searchId)?.toHex() ?? ''}`,
    charged: paid.charged,
    delivery: paid.delivery
  }
}
