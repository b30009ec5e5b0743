import { atom } from 'nanostores'
import type { List, NewListAnswer } from '#shared/contracts/lists/lists.ts'
import { AskError, errorText } from '#site/lib/ask.ts'
import { listHref } from '#site/lib/search-links.ts'
import { tell } from '#site/lib/toast-store.ts'
import {
  deleteList,
  type FileChoice,
  makeFromFile,
  makeFromLines,
  nameList,
  startList
} from './list-calls.ts'

export type Draft = Pick<NewListAnswer, 'list' | 'file'>

const NO_FAULT = { error: '', lost: '', refusal: '' }

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
  draft: null,
  choice: null,
  isBusy: false,
  ...NO_FAULT
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
    $draft.set({ draft: { list, file }, choice, isBusy: false, ...NO_FAULT })
    if (before) void deleteList(before.list.id).catch(() => {})
  } catch (error) {
    if (call === calls) {
      const fault = { [isPassing(error) ? 'lost' : 'error']: errorText(error) }
      $draft.set({ draft: null, choice, isBusy: false, ...NO_FAULT, ...fault })
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
  $draft.set({ draft: null, choice: null, isBusy: false, ...NO_FAULT })
  if (draft) await deleteList(draft.list.id).catch(() => {})
}

export function changeDraft(list: List): void {
  const { draft } = $draft.get()
  if (draft?.list.id === list.id) $draft.set({ ...$draft.get(), draft: { ...draft, list } })
}

export async function rename(title: string): Promise<void> {
  const { draft } = $draft.get()
  if (!draft) return
  await nameList(draft.list.id, title).then(changeDraft, error => tell(errorText(error)))
}

/** Starts the draft and goes to its page, once however often it is pressed. */
export async function begin(most: number | null): Promise<void> {
  const { draft, isBusy } = $draft.get()
  if (!draft || isBusy) return
  isStarting = true
  $draft.set({ ...$draft.get(), isBusy: true, ...NO_FAULT })
  try {
    await startList(draft.list.id, most)
    location.assign(listHref(draft.list.id))
  } catch (error) {
    isStarting = false
    $draft.set({ ...$draft.get(), isBusy: false, refusal: errorText(error) })
  }
}
