import type { RowPerson } from '#api/features/search/past/row-people.ts'
import { numbersIn } from '#api/features/search/past/store.ts'
import { purposeField, storedPurposeOf } from '#api/features/search/purpose.ts'
import { searchIdText } from '#api/features/search/search-id.ts'
import { LIST_ROW_TRIES, SEARCH_COST_REQUESTS, SEARCH_LIVE_MINUTES } from '#shared/constants.ts'
import type { List, ListRow } from '#shared/contracts/lists/lists.ts'
import { type LateReason, SKIP_REASONS, type SkipReason, type Withheld } from '#shared/labels/lists.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'
import { LATE_TEXTS } from '#shared/texts/lists.ts'
import type { StoredRow } from './row-store.ts'
import type { CountedList } from './store.ts'

const at = (moment: Date | null) => moment?.toISOString() ?? null

/** @param isThere Whether a source answers now. */
export function listView(list: CountedList, isThere: (sourceKey: string) => boolean): List {
  const { balance } = list
  const { outcomes, skips } = countsOf(list.outcomes)
  const { waiting = 0, failed = 0, repeat = 0, skipped = 0 } = outcomes
  const searchable = list.rows - repeat - skipped
  const price = list.isUnlimited ? 0 : waiting * SEARCH_COST_REQUESTS
  const affordable = list.isUnlimited
    ? waiting
    : Math.min(waiting, Math.floor(balance / SEARCH_COST_REQUESTS))
  return {
    id: searchIdText(list.publicId),
    title: list.title,
    state: list.state,
    pause_reason: list.pauseReason,
    is_api: list.isApi,
    rows: list.rows,
    searchable,
    repeats: repeat,
    skipped,
    unsure: list.unsure,
    price,
    balance,
    balance_after: price <= balance ? balance - price : null,
    affordable,
    answered: searchable - waiting - failed,
    charged: list.charged,
    retried: list.retried,
    failed,
    left: waiting,
    outcomes,
    skips,
    verdicts: list.verdicts,
    sources: list.sources,
    sources_gone: list.sources.flatMap(({ key, title }) => (isThere(key) ? [] : title)),
    created_at: list.createdAt.toISOString(),
    started_at: at(list.startedAt),
    changed_at: list.changedAt.toISOString(),
    ended_at: at(list.endedAt),
    ...(list.isNew && { is_new: true }),
    ...purposeField({ purpose: storedPurposeOf(list) })
  }
}

const SKIPPED = 'skipped '

/** Skipped rows are one outcome, of several reasons. */
function countsOf(counts: CountedList['outcomes']): Pick<List, 'outcomes' | 'skips'> {
  const skips = Object.fromEntries(
    Object.entries(counts).flatMap(([key, rows]) =>
      key.startsWith(SKIPPED) ? [[key.slice(SKIPPED.length), rows] as const] : []
    )
  )
  const outcomes = Object.fromEntries(Object.entries(counts).filter(([key]) => !key.startsWith(SKIPPED)))
  const skipped = Object.values(skips).reduce((sum, rows) => sum + rows, 0)
  return { outcomes: { ...outcomes, ...(skipped > 0 && { skipped }) }, skips }
}

interface ShownNow {
  person: RowPerson
  /** Why records may be missing; null where that says nothing. */
  why: Withheld | null
}

/**
 * A row as it may be shown now. Where nobody of it may be, it is withdrawn, and says nothing of who was found, nor why.
 *
 * @param now Who stands behind it now; null where nobody was asked for.
 */
export function rowView(row: StoredRow, now: ShownNow | null): ListRow {
  const isRepeat = row.repeatOf !== null
  const repeated = isRepeat && { repeated_outcome: row.answerOutcome }
  if (now === null || !isRowWithdrawn(row, now.person)) return { ...viewOf(row, now), ...repeated }
  // A repeat is one whoever is behind the row that it repeats.
  const gone = isRepeat && ({ outcome: row.outcome, repeated_outcome: 'withdrawn' } as const)
  return { ...viewOf(row, now), ...WITHDRAWN, ...gone }
}

/** Whether somebody was found, and nobody of them may be shown now. */
export const isRowWithdrawn = (row: StoredRow, person: RowPerson): boolean =>
  person === null && shownNumbers(row).length > 0

const WITHDRAWN = {
  outcome: 'withdrawn',
  reason: null,
  reason_text: null,
  headline_text: null,
  people: 0,
  best: null,
  sources: 0,
  results_count: 0,
  verdict: null,
  note: null,
  verdict_at: null
} as const

function viewOf(row: StoredRow, now: ShownNow | null): ListRow {
  const person = now?.person ?? null
  const isWhole = (person?.shown ?? 0) === shownNumbers(row).length
  const withheld = isWhole ? null : (now?.why ?? null)
  const { answeredAt, bestLabel, bestBand, bestScore } = row
  const live = answeredAt && new Date(answeredAt.getTime() + SEARCH_LIVE_MINUTES * 60_000)
  return {
    n: row.n,
    line: row.line,
    label: row.label,
    outcome: row.outcome,
    reason: row.reason as ListRow['reason'],
    reason_text: textOf(row),
    repeat_of: row.repeatOf,
    choices: row.choices ?? [],
    reading: row.reading,
    tries: row.tries,
    headline_text: row.headlineText,
    people: row.people ?? 0,
    best:
      bestLabel && bestBand && bestScore !== null
        ? {
            label: bestLabel,
            band: bestBand,
            score: withheld === null ? Math.round(bestScore * 1000) / 1000 : null,
            withheld,
            name: person?.name ?? null,
            birth_date: person?.birth_date ?? null,
            reasons: (person?.query_reasons ?? []).map(({ code, tone, text }) => ({ code, tone, text })),
            source_keys: person?.source_keys ?? [],
            record_ids: person?.record_ids ?? []
          }
        : null,
    sources: row.sources ?? 0,
    results_count: row.results ?? 0,
    search_id: row.searchId && searchIdText(row.searchId),
    live_until: at(live),
    charged: row.charged,
    answered_at: at(answeredAt),
    verdict: row.verdict,
    note: row.note,
    verdict_at: at(row.verdictAt)
  }
}

/** Why a row is skipped, failed, or tried again. */
function textOf({ reason, answerState, tries }: StoredRow): string | null {
  if (reason === null) return null
  if (answerState === 'skipped')
    return SKIP_REASONS[reason as SkipReason] ?? PROBLEMS[reason as ProblemCode]?.text ?? null
  const why =
    LATE_TEXTS[reason as LateReason] ?? PROBLEMS[reason as ProblemCode]?.text ?? LATE_TEXTS.SOURCE_SILENT
  if (answerState === 'failed') return `${why} Попыток: ${LIST_ROW_TRIES}. Не списано.`
  return tries === 0 ? `${why} Повторим позже.` : `${why} Попыток: ${tries}, повторим позже.`
}

export const shownNumbers = ({ bestRecords }: StoredRow): string[] => numbersIn(bestRecords ?? '')
