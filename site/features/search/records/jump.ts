import { HIGHLIGHT_MS } from '#shared/constants.ts'
import {
  $filtered,
  $jumpTarget,
  $lit,
  $recordLimits,
  clearView,
  RECORDS_AT_FIRST,
  setSourceOpen
} from '#site/features/search/view-store.ts'
import type { RecordView } from './results-view.ts'

let lightTimer: ReturnType<typeof setTimeout> | undefined

/** Lights records as long as a reason is pointed at, for 3 s where it was pressed. */
export function light(ids: readonly string[], forMs?: number): void {
  clearTimeout(lightTimer)
  $lit.set(new Set(ids))
  if (forMs !== undefined) lightTimer = setTimeout(() => $lit.set(new Set()), forMs)
}

let jumpTimer: ReturnType<typeof setTimeout> | undefined

/** Goes to a record: lifts filters that hide it, opens its group and lights it for 3 s. */
export function jumpTo({ id, source }: RecordView): void {
  const place = () =>
    $filtered
      .get()
      ?.sources.find(({ key }) => key === source)
      ?.records.findIndex(record => record.id === id) ?? -1
  if (place() < 0) clearView()
  const limits = $recordLimits.get()
  if (place() >= (limits[source] ?? RECORDS_AT_FIRST)) $recordLimits.set({ ...limits, [source]: place() + 1 })
  setSourceOpen(source, true)
  clearTimeout(jumpTimer)
  $jumpTarget.set(null)
  $jumpTarget.set(id)
  jumpTimer = setTimeout(() => $jumpTarget.set(null), HIGHLIGHT_MS)
}
