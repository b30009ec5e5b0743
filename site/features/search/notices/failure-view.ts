import type { SearchIn } from '#site/features/search/search-store.ts'
import { SEARCH_FAILED } from '#site/features/search/texts.ts'

/** A failure as the page shows it. Repeating is offered only where it may help. */
export interface FailureView {
  text: string
  action: 'retry' | 'top-up' | null
}

/** Null where there is nothing to say: the refused line has been edited, or the page is leaving for the login. */
export function failureView(
  { reason, text, query, again }: Pick<SearchIn<'failed'>, 'reason' | 'text' | 'query' | 'again'>,
  line: string
): FailureView | null {
  switch (reason) {
    case 'credits':
      return { text, action: 'top-up' }
    case 'network':
      return { text: `${SEARCH_FAILED}. ${text}.`, action: 'retry' }
    case 'server':
      return { text, action: 'retry' }
    case 'unknown':
      return line === query || again ? { text, action: again ? 'retry' : null } : null
    case 'line':
      return line === query ? { text, action: null } : null
    case 'session':
      return null
  }
}
