import { atom, type ReadableAtom } from 'nanostores'
import type { List, ListFile } from '#shared/contracts/lists/lists.ts'
import { AskError, errorText } from '#site/lib/ask.ts'
import { $session, updateUser } from '#site/lib/session-store.ts'
import { followList } from './follow-list.ts'
import { inTurn } from './in-turn.ts'
import { fetchOne } from './list-calls.ts'

export interface OneList {
  list: List | null
  /** Of a draft. */
  file: ListFile | null
  /** Why it is not known how the list is now; it may be asked again. */
  lost: string
  /** Why there is no such list to show. */
  refusal: string
}

export interface OneListStore {
  $one: ReadableAtom<OneList>
  /** Shows the list, and how it gets on as long as it is there. @returns stops. */
  open(): () => void
  /** Asks for the list; an answer that is older than what is shown is not shown. Never rejects. */
  refresh(): Promise<void>
  /** Changes the list; changes follow one another. @throws AskError. */
  change(call: () => Promise<List>): Promise<void>
}

/** The list of the page. What is shown is never older than what was shown before. */
export function createOneList(id: string): OneListStore {
  const $one = atom<OneList>({ list: null, file: null, lost: '', refusal: '' })
  const set = (change: Partial<OneList>) => $one.set({ ...$one.get(), ...change })
  let stopFollowing: (() => void) | undefined
  let isOpen = false
  /** How many times a list was shown. */
  let times = 0
  let reading: Promise<void> | null = null
  let isWanted = false

  function show(list: List): void {
    if (!isOpen) return
    times += 1
    set({ list, lost: '' })
    if (list.state !== 'running') unfollow()
    else stopFollowing ??= followList(id, show, refresh)
    updateUser({ requests_count: list.balance })
  }
  function unfollow(): void {
    stopFollowing?.()
    stopFollowing = undefined
  }
  function fail(error: unknown): void {
    if (!isOpen) return
    const text = errorText(error)
    const isEnd = isRefusal(error) && (error.code === 'NOT_FOUND' || !$one.get().list)
    // Whoever is refused once is refused until they ask themselves.
    if (isRefusal(error)) unfollow()
    set(isEnd ? { list: null, lost: '', refusal: text } : { lost: text })
  }
  async function read(): Promise<void> {
    while (isWanted && isOpen) {
      isWanted = false
      const before = times
      await fetchOne(id).then(
        ({ list, file }) => {
          // What came meanwhile was asked later.
          if (before !== times) return
          set({ file: file ?? null })
          show(list)
        },
        error => before === times && fail(error)
      )
    }
    reading = null
  }
  function refresh(): Promise<void> {
    isWanted = true
    reading ??= read()
    return reading
  }
  async function change(call: () => Promise<List>): Promise<void> {
    try {
      const isSure = await inTurn<boolean>(`list ${id}`, async () => {
        const before = times
        const list = await call()
        // Of what came meanwhile nobody knows whether it was before the change or after it.
        if (before !== times) return false
        isWanted = reading !== null
        show(list)
        return true
      })
      if (!isSure) await refresh()
    } catch (error) {
      // Another tab may have changed or deleted it.
      if (isRefusal(error)) void refresh()
      throw error
    }
  }
  /** Another tab may have bought, searched or gone on with the list; one that runs is heard of anyway. */
  function renew(): void {
    if (!document.hidden && $one.get().list && !stopFollowing) void refresh()
  }
  return {
    $one,
    refresh,
    change,
    open() {
      isOpen = true
      void refresh()
      document.addEventListener('visibilitychange', renew)
      const forget = $session.listen(session => {
        const { list } = $one.get()
        if (session.step === 'in' && list && session.user.requests_count !== list.balance) renew()
      })
      return () => {
        isOpen = false
        unfollow()
        forget()
        document.removeEventListener('visibilitychange', renew)
      }
    }
  }
}

const isRefusal = (error: unknown): error is AskError =>
  error instanceof AskError && error.status >= 400 && error.status < 429
