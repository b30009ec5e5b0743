import type { ReadableAtom } from 'nanostores'
import { useSyncExternalStore } from 'react'

/** What a component needs of a store: it is drawn anew only when that changes, which many rows of one list need. */
export function usePart<Value, Part>(store: ReadableAtom<Value>, partOf: (value: Value) => Part): Part {
  const read = () => partOf(store.get())
  return useSyncExternalStore(store.listen, read, read)
}
