import { atom, type ReadableAtom } from 'nanostores'
import { errorText } from './ask.ts'

/** Something the page waits for. A failure keeps its words so that it can be shown beside «Повторить». */
export type Load<T> =
  | { step: 'loading' }
  | { step: 'ready'; data: T }
  | { step: 'failed'; text: string; error: unknown }

export interface LoadStore<T> {
  $load: ReadableAtom<Load<T>>
  /** Asks again; the last call wins. Never rejects. */
  load(): Promise<void>
  /** Changes what is shown without asking, once the server has agreed. */
  change(next: (data: T) => T): void
}

/** One answer of the API as a store. */
export function createLoad<T>(fetchData: () => Promise<T>): LoadStore<T> {
  const $load = atom<Load<T>>({ step: 'loading' })
  let turn = 0
  return {
    $load,
    async load() {
      turn += 1
      const mine = turn
      $load.set({ step: 'loading' })
      const next = await fetchData().then(
        (data): Load<T> => ({ step: 'ready', data }),
        (error): Load<T> => ({ step: 'failed', text: errorText(error), error })
      )
      if (mine === turn) $load.set(next)
    },
    change(next) {
      const now = $load.get()
      if (now.step === 'ready') $load.set({ step: 'ready', data: next(now.data) })
    }
  }
}
