import type { HistoryItem } from '#shared/contracts/history.ts'
import { LIST_STATES } from '#shared/labels/lists.ts'
import { HISTORY_TEXTS } from '#shared/texts/history.ts'

/** What has become of a search or of a list. */
export const stateOf = ({ list, results_count }: HistoryItem): string => {
  if (list) return LIST_STATES[list.state]
  return results_count > 0 ? HISTORY_TEXTS.found : HISTORY_TEXTS.notFound
}
