import { atom } from 'nanostores'
import type { List, NewListAnswer } from '#shared/contracts/lists/lists.ts'
import { inTurn } from '#site/features/lists/in-turn.ts'
import {
  deleteList,
  type FileChoice,
  fetchList,
  makeFromFile,
  makeFromLines,
  nameList,
  startDraft
} from '#site/features/lists/list-calls.ts'
import { AskError, errorText } from '#site/lib/ask.ts'
import { listHref } from '#site/lib/search-links.ts'
import { $session } from '#site/lib/session-store.ts'
import { tell } from '#site/lib/toast-store.ts'

export type Draft = Pick<NewListAnswer, 'list' | 'file'>

const NO_FAULT = { error: '', lost: '', refusal: '' }
const STILL = { isBusy: false, ...NO_FAULT }

/** `choice` is the file that stands on the page, also while it is read and when it was refused. */
export const $draft = atom<{
  draft: Draft | null
  choice: FileChoice | null
  isBusy: boolean
  /** Why nothing could be made of it. */
  error: string
  /** Why nobody knows what can be made of it: it is asked again. */
  lost: string
  /** Why it could not be started. */
  refusal: string
}>({
  ...STILL,
  draft: null,
  choice: null
})

/** The last call wins; drafts that nobody sees any more are deleted. */
let calls = 0
/** Nothing takes the place of a draft that is being started. */
let isStarting = false
/** What was last asked to be read; null where nothing is to be. */
let latest: { read: () => Promise<NewListAnswer>; choice: FileChoice | null } | null = null

async function make(read: () => Promise<NewListAnswer>, choice: FileChoice | null): Promise<void> {
  if (isStarting) return
  calls += 1
  const call = calls
  latest = { read, choice }
  const before = $draft.get().draft
  $draft.set({ ...$draft.get(), choice, isBusy: true, ...NO_FAULT })
  try {
    const { list, file } = await read()
    if (call !== calls) return void deleteList(list.id).catch(() => {})
    $draft.set({ ...STILL, draft: { list, file }, choice })
    if (before) void deleteList(before.list.id).catch(() => {})
  } catch (error) {
    if (call === calls) {
      const fault = { [isPassing(error) ? 'lost' : 'error']: errorText(error) }
      $draft.set({ ...STILL, draft: null, choice, ...fault })
    }
    // What was read before is not what stands in the field any more.
    if (before) void deleteList(before.list.id).catch(() => {})
  }
}

/** A server that is away for a moment refuses nothing. */
const isPassing = (error: unknown) => error instanceof AskError && (error.status === 0 || error.status >= 429)

/** Other lines are being typed: nobody starts those of before. */
export function expectOthers(): void {
  if (isStarting) return
  calls += 1
  $draft.set({ ...$draft.get(), isBusy: true, ...NO_FAULT })
}

export const takeLines = (lines: string): Promise<void> => make(() => makeFromLines(lines), null)
export const takeFile = (choice: FileChoice): Promise<void> => make(() => makeFromFile(choice), choice)

/** Another purpose is being stated: nobody starts what was read for the one of before. */
export function expectAgain(): void {
  if (latest) expectOthers()
}

/** Reads the same anew, for another purpose. */
export async function readAgain(): Promise<void> {
  if (latest) await make(latest.read, latest.choice)
}

export async function dropDraft(): Promise<void> {
  if (isStarting) return
  calls += 1
  latest = null
  const { draft } = $draft.get()
  $draft.set({ ...STILL, draft: null, choice: null })
  if (draft) await deleteList(draft.list.id).catch(() => {})
}

/** Changes the draft; changes follow one another. @returns false where it could not be, which the person is told. */
export async function changeDraft(call: (id: string) => Promise<List>): Promise<boolean> {
  const { draft } = $draft.get()
  if (!draft || isStarting) return false
  const { id } = draft.list
  try {
    await inTurn<void>(`list ${id}`, async () => {
      const list = await call(id)
      const now = $draft.get()
      if (now.draft?.list.id === id) $draft.set({ ...now, draft: { ...now.draft, list } })
    })
    return true
  } catch (error) {
    tell(errorText(error))
    return false
  }
}

// Another tab may have bought or spent: what fits is said of the balance as it is.
$session.listen(session => {
  const { draft } = $draft.get()
  if (session.step === 'in' && draft && session.user.requests_count !== draft.list.balance)
    void changeDraft(fetchList)
})

export const rename = (title: string): Promise<boolean> => changeDraft(id => nameList(id, title))

/** Starts the draft at the price that was shown and goes to its page, once however often it is pressed. */
export async function begin(most: number | null): Promise<void> {
  const { draft, isBusy } = $draft.get()
  if (!draft || isBusy) return
  const { list } = draft
  isStarting = true
  $draft.set({ ...$draft.get(), isBusy: true, ...NO_FAULT })
  try {
    await inTurn(`list ${list.id}`, () => startDraft(list, $draft.get().draft?.list, most))
    location.assign(listHref(list.id))
  } catch (error) {
    isStarting = false
    $draft.set({ ...$draft.get(), isBusy: false, refusal: errorText(error) })
  }
}
