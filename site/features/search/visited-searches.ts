import { loadCode } from '#site/lib/load-code.ts'
import { pageNavigation } from '#site/lib/server-timing.ts'
import { $session } from '#site/lib/session-store.ts'
import { readAddress, writeAddress } from './address.ts'
import { $line, keepLine, restoreRequest, typeLine } from './ask/readings-store.ts'
import { isSameRequest } from './ask/readings-view.ts'
import { historyEntry, takeTypedLine } from './ask/typed-line.ts'
import { BY_FIT } from './people/order.ts'
import {
  $answered,
  $search,
  type Answered,
  failOpening,
  type Search,
  type SearchRequest,
  showAgain
} from './search-store.ts'
import { recallView, rememberView } from './view-memory.ts'
import {
  $focusedPersonId,
  $open,
  $openSources,
  $picked,
  $recordLimits,
  $results,
  $view,
  changeView,
  goToPerson
} from './view-store.ts'

/**
 * Each search has its entry in the history of the browser, so that Back walks the searches; what is looked at of it
 * takes the place of the entry. The answers are kept as long as the page lives, later they are asked for again.
 */
const ANSWERS_KEPT = 10

const answers = new Map<string, Answered>()
/** The search that the address names. */
let current: string | null = null
/** What that search asks for, as soon as it is told. */
let currentRequest: SearchRequest | null = null
/** The entry of the history that the page stands in, so that it is known after that is left. */
let entry: string | null = null

$session.listen(({ step }) => {
  if (step !== 'out') return
  answers.clear()
  current = null
})

/** Gives answers their entries and shows them again when the person comes back to one, as long as the page lives. */
export function followBack(): void {
  entry = historyEntry()
  $answered.subscribe(answered => {
    if (answered && $search.get() === answered) visit(answered)
  })
  $search.listen(search => {
    if (search.step === 'confirming') currentRequest = search
  })
  for (const $part of [$view, $open, $picked, $focusedPersonId, $openSources, $recordLimits])
    $part.listen(writeViewSoon)
  $open.listen((open, before = []) => {
    if (open.length > before.length) renew()
  })
  if ($answered.get()?.fresh === false) renew()
  addEventListener('pagehide', writeView)
  addEventListener('popstate', comeBack)
  const { search } = readAddress(location.search)
  if (search !== null && $search.get().step === 'opening') openPast(search, $line.get())
}

/** Looks whether all that is shown may be shown still. What cannot be told now is told the next time. */
const renew = () =>
  loadCode(() => import('./past-search.ts'))
    .then(({ renewAnswer }) => renewAnswer(false))
    .catch(() => null)

/**
 * Shows a search again by its id. The code for it is loaded with the first one.
 *
 * @param line What was typed over its answer, and stays.
 */
function openPast(searchId: string, line = ''): void {
  const opening: Search = { step: 'opening', query: '', choice: null }
  $search.set(opening)
  typeLine(line)
  // Whoever searches meanwhile is shown that answer, which is paid for.
  const isAwaited = () => $search.get() === opening
  void loadCode(() => import('./past-search.ts')).then(
    async ({ openPastSearch }) => isAwaited() && (await openPastSearch(searchId)),
    error => isAwaited() && failOpening(error, $line.get())
  )
}

function visit(search: Answered): void {
  const { search_id } = search.answer
  if (search_id !== current) {
    keepPlace()
    const address = readAddress(location.search)
    current = search_id
    if (address.search === search_id) {
      // The address stays as it is until the page shows what it says.
      void look(address).then(top => {
        writeViewSoon()
        if (isBack()) goBackTo(address.person, top)
      })
    } else if (address.search === null || (currentRequest && isSameRequest(currentRequest, search)))
      history.replaceState(null, '', addressOf(search) + location.hash)
    // A search whose answer has not come before this one is gone back to as well.
    else history.pushState(null, '', addressOf(search))
  }
  entry = historyEntry()
  currentRequest = search
  answers.delete(search_id)
  answers.set(search_id, search)
  if (answers.size > ANSWERS_KEPT) answers.delete(answers.keys().next().value ?? '')
}

/** The search that is left is come back to where the page is now: nothing was changed by scrolling, so nothing wrote it. */
function keepPlace(): void {
  const memory = recallView(current)
  if (memory && current !== null) rememberView(current, { ...memory, top: scrollY })
}

const addressOf = ({ answer, choice }: Answered): string =>
  location.pathname +
  writeAddress({
    search: answer.search_id,
    choice,
    person: $open.get().at(-1) ?? null,
    view: $view.get()
  })

/** From a page about two or some people of the answer. */
const isBack = () =>
  pageNavigation()?.type === 'back_forward' || /\/search\/(?:compare|report)\?/.test(document.referrer)

const isThere = (id: string | null): id is string =>
  $results.get()?.answer.persons.some(person => person.id === id) ?? false

/** The page is as far down, and the focus goes on, where it was. */
function goBackTo(person: string | null, top: number): void {
  const id = $focusedPersonId.get() ?? person
  // By then the answer is drawn.
  requestAnimationFrame(() => {
    if (isThere(id)) goToPerson(id)
    goDown(top, FRAMES)
  })
}

/** What stands far below is drawn a little later than the rest. */
const FRAMES = 30

function goDown(top: number, frames: number): void {
  if (top > 0) scrollTo(0, top)
  if (scrollY + 1 < top && frames > 0) requestAnimationFrame(() => goDown(top, frames - 1))
}

type Address = ReturnType<typeof readAddress>

/** Looks at an answer as an address says, and as this tab remembers. @returns how far down the page was. */
async function look(address: Address): Promise<number> {
  // As it is now: to show the answer writes it anew.
  const memory = recallView(address.search)
  const results = $results.get()
  if (!results) return 0
  const { bands, facets, order } = address
  if (bands ?? facets ?? order) {
    const { viewOfAddress } = await loadCode(() => import('./address-view.ts'))
    if ($results.get() !== results) return 0
    changeView(viewOfAddress(address, results))
  } else changeView({ choices: {}, years: null, order: BY_FIT })
  if (isThere(address.person)) $open.set([address.person])
  if (!memory?.open) return 0
  const { text, picked, here, open, sources, limits, top } = memory
  if (text) changeView({ text })
  $picked.set(picked.filter(isThere))
  if (isThere(here)) $focusedPersonId.set(here)
  if (open.at(-1) === address.person) $open.set(open.filter(isThere))
  $openSources.set(sources)
  $recordLimits.set(limits)
  return top
}

/** In milliseconds: what was pressed is on the screen by then, and several changes are written once. */
const WRITE_AFTER_MS = 100

let writing: ReturnType<typeof setTimeout> | undefined

function writeViewSoon(): void {
  clearTimeout(writing)
  writing = setTimeout(writeView, WRITE_AFTER_MS)
}

function writeView(): void {
  const search = $search.get()
  // An answer that is on its way out of sight names no address any more.
  if (search.step !== 'answered' || search.answer.search_id !== current) return
  history.replaceState(null, '', addressOf(search) + location.hash)
  const { text } = $view.get()
  rememberView(current, {
    address: location.search,
    text,
    picked: $picked.get(),
    here: $focusedPersonId.get(),
    top: scrollY,
    open: $open.get(),
    sources: $openSources.get(),
    limits: $recordLimits.get(),
    brought: search.brought ?? []
  })
}

function comeBack(): void {
  const address = readAddress(location.search)
  // A jump within the page has an entry of its own, which shows the same answer.
  if (address.search === current && current !== null) {
    entry = historyEntry()
    void look(address)
    return
  }
  keepPlace()
  keepLine(entry)
  entry = historyEntry()
  const typed = takeTypedLine(Date.now())
  const answered = answers.get(address.search ?? '')
  current = answered ? address.search : null
  currentRequest = answered ?? null
  if (answered) {
    const again = { ...answered, fresh: false }
    restoreRequest(again)
    if (typed) typeLine(typed)
    showAgain(again)
    void look(address).then(top => {
      goBackTo(address.person, top)
      renew()
    })
    return
  }
  if (address.search !== null) openPast(address.search, typed)
  else {
    typeLine(typed)
    $search.set({ step: 'idle' })
  }
}
