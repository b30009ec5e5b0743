import type { SourceView } from './results-view.ts'

const OPEN_RECORDS = 30

/** The first few groups are open, and every list of losses, so that its warning is seen. */
export function openByDefault(sources: readonly SourceView[]): Set<string> {
  let before = 0
  const open = new Set<string>()
  for (const { key, kind, records } of sources) {
    if (before < OPEN_RECORDS || kind === 'casualty_list') open.add(key)
    before += records.length
  }
  return open
}
