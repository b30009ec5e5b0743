import { atom } from 'nanostores'
import type { List, NewListAnswer } from '#shared/contracts/lists/lists.ts'
import { errorText } from '#site/lib/ask.ts'
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

export interface Draft extends Pick<NewListAnswer, 'list' | 'file'> {
  /** Null of lines. */
  choice: FileChoice | null
}

export const $draft = atom<{ draft: Draft | null; isBusy: boolean; error: string }>({
  draft: null,
  isBusy: false,
  error: ''
})

/** The last call wins; drafts that nobody sees any more are deleted. */
let calls = 0

async function make(read: () => Promise<NewListAnswer>, choice: FileChoice | null): Promise<void> {
  calls += 1
  const call = calls
  const before = $draft.get().draft
  $draft.set({ ...$draft.get(), isBusy: true, error: '' })
  try {
    const { list, file } = await read()
    if (call !== calls) return void deleteList(list.id).catch(() => {})
    $draft.set({ draft: { list, file, choice }, isBusy: false, error: '' })
    if (before) void deleteList(before.list.id).catch(() => {})
  } catch (error) {
    if (call === calls) $draft.set({ draft: null, isBusy: false, error: errorText(error) })
    // What was read before is not what stands in the field any more.
    if (before) void deleteList(before.list.id).catch(() => {})
  }
}

/** Other lines are being typed: nobody starts those of before. */
export function expectOthers(): void {
  calls += 1
  $draft.set({ ...$draft.get(), isBusy: true })
}

export const takeLines = (lines: string): Promise<void> => make(() => makeFromLines(lines), null)
export const takeFile = (choice: FileChoice): Promise<void> => make(() => makeFromFile(choice), choice)

export async function dropDraft(): Promise<void> {
  calls += 1
  const { draft } = $draft.get()
  $draft.set({ draft: null, isBusy: false, error: '' })
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

/** Starts the draft and goes to its page. */
export async function begin(most: number | null): Promise<void> {
  const { draft } = $draft.get()
  if (!draft) return
  $draft.set({ ...$draft.get(), isBusy: true })
  try {
    await startList(draft.list.id, most)
    location.assign(listHref(draft.list.id))
  } catch (error) {
    $draft.set({ ...$draft.get(), isBusy: false, error: errorText(error) })
  }
}
