import type { ReadableAtom } from 'nanostores'
import { useSyncExternalStore } from 'react'

/**
 * Draws again whenever the store changes. It stands in for `@nanostores/react`, which also follows single keys of maps:
 * we have none, and /login has a budget.
 */
export const useStore = <T>(store: ReadableAtom<T>): T =>
  useSyncExternalStore(store.listen, store.get, store.get)
