import { readStored, VISITED_KEY, writeStored } from '#site/lib/search-storage.ts'
import { $session } from '#site/lib/session-store.ts'
import { queryInAddress } from './ask/navigation-origin.ts'
import { restoreRequest, typeLine } from './ask/readings-store.ts'
import { isSameRequest } from './ask/readings-view.ts'
import { $search, type Answered, confirmSearch, showAgain } from './search-store.ts'

/**
 * Each answer has its entry in the history of the browser, so that Back walks the searches. An entry holds a number;
 * the answers are here as long as the page lives, the lines in the storage of the tab for as long as it is open.
 */
const ANSWERS_KEPT = 10
const LINES_KEPT = 50

const answers = new Map<number, Answered>()
let shown: number | null = null

$session.listen(({ step }) => {
  if (step !== 'out') return
  answers.clear()
  shown = null
})

/** Gives answers their entries and shows them again when the person comes back to one. @returns how to stop. */
export function followBack(): () => void {
  const stop = $search.subscribe(search => {
    if (search.step === 'answered' && answers.get(shown ?? 0) !== search) visit(search)
  })
  addEventListener('popstate', comeBack)
  return () => {
    stop()
    removeEventListener('popstate', comeBack)
  }
}

/** The line of the entry that the page was opened at, by a reload or by Back from another page. */
export const lineOfEntry = (): string | null => readLines()[String(history.state?.search)] ?? null

function visit(search: Answered): void {
  const before = answers.get(shown ?? 0)
  const state = { search: search.at }
  if (before && !isSameRequest(before, search)) history.pushState(state, '', location.pathname)
  else {
    // An address that names another query would ask for it after a reload.
    const isNamed = queryInAddress(location.search)?.trim() === search.query.trim()
    history.replaceState(state, '', isNamed ? location.href : location.pathname)
  }
  shown = search.at
  answers.set(search.at, search)
  if (answers.size > ANSWERS_KEPT) answers.delete(answers.keys().next().value ?? 0)
  writeLine(search.at, search.query)
}

function comeBack({ state }: PopStateEvent): void {
  const entry: unknown = state?.search
  // A jump within the page has an entry of its own, which shows the same answer.
  if (typeof entry !== 'number' && location.hash !== '') {
    history.replaceState({ search: shown }, '')
    return
  }
  if (entry === shown) return
  shown = typeof entry === 'number' ? entry : null
  const answered = answers.get(shown ?? 0)
  if (answered) {
    const again = { ...answered, fresh: false }
    answers.set(again.at, again)
    restoreRequest(again)
    showAgain(again)
    return
  }
  const query = readLines()[String(shown)] ?? queryInAddress(location.search)
  typeLine(query ?? '')
  if (query) confirmSearch({ query, choice: null })
  else $search.set({ step: 'idle' })
}

interface VisitedLines {
  user: number
  /** By the number of the entry. */
  lines: Record<string, string>
}

const readLines = (): VisitedLines['lines'] => readStored<VisitedLines>(VISITED_KEY)?.lines ?? {}

function writeLine(entry: number, line: string): void {
  const session = $session.get()
  if (session.step !== 'in') return
  const all: Record<string, string> = { ...readLines(), [entry]: line }
  const lines = Object.fromEntries(Object.entries(all).slice(-LINES_KEPT))
  writeStored(VISITED_KEY, { user: session.user.id, lines } satisfies VisitedLines)
}
