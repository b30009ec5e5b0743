import { atom, type ReadableAtom } from 'nanostores'
import { errorText } from './ask.ts'

/** Something the page waits for. A failure has a text to show beside «Повторить». */
export type Load<T> =
  | { step: 'loading' }
  | { step: 'ready'; data: T }
  | { step: 'failed'; text: string; error: unknown }

export interface LoadStore<T> {
  $load: ReadableAtom<Load<T>>
  /** Asks again; the last call wins. Never rejects. */
  load(): Promise<void>
  /** The same, and what is shown stays until the answer has come. */
  refresh(): Promise<void>
  /** Changes what is shown without asking, once the server has agreed. */
  change(next: (data: T) => T): void
}

/** One answer of the API as a store. */
export function createLoad<T>(fetchData: () => Promise<T>): LoadStore<T> {
  const $load = atom<Load<T>>({ step: 'loading' })
  let lastCall = 0
  async function refresh() {
    lastCall += 1
    const call = lastCall
    const next = await fetchData().then(
      (data): Load<T> => ({ step: 'ready', data }),
      (error): Load<T> => ({ step: 'failed', text: errorText(error), error })
    )
    if (call === lastCall) $load.set(next)
  }
  return {
    $load,
    load() {
      $load.set({ step: 'loading' })
      return refresh()
    },
    refresh,
    change(next) {
      const current = $load.get()
      if (current.step === 'ready') $load.set({ step: 'ready', data: next(current.data) })
    }
  }
}
