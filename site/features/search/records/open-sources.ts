import type { SourceView } from './results-view.ts'

const DRAWN_RECORDS = 30

/** The first few groups are in the page, and every list of losses: a folded one of them goes onto paper. */
export function drawnByDefault(sources: readonly SourceView[]): Set<string> {
  let before = 0
  const drawn = new Set<string>()
  for (const { key, kind, records } of sources) {
    if (before < DRAWN_RECORDS || kind === 'casualty_list') drawn.add(key)
    before += records.length
  }
  return drawn
}

/**
 * Of those all are open but for single records, whose values the panel of their person has, and on a phone for all: with a
 * filter these too, as they are what it looks for, and those of a list of losses, whose warning is seen.
 */
export const openByDefault = (
  sources: readonly SourceView[],
  isNarrowed: boolean,
  isWide: boolean
): Set<string> => {
  const drawn = drawnByDefault(sources)
  const isOpen = ({ kind, records }: SourceView) =>
    isNarrowed || (isWide && records.length > 1) || kind === 'casualty_list'
  return new Set(sources.filter(source => drawn.has(source.key) && isOpen(source)).map(({ key }) => key))
}
