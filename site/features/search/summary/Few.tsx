import { type ReactNode, useState } from 'react'

const SHOWN = 5

/** The first of many values and a button for the others: hundreds would hide what follows. One more is simply shown. */
export function useFew<T>(items: readonly T[], what: string): [shown: readonly T[], others: ReactNode] {
  const [areAllShown, setAllShown] = useState(false)
  const hidden = items.length - SHOWN
  if (hidden <= 1) return [items, null]
  return [
    areAllShown ? items : items.slice(0, SHOWN),
    <button
      key="others"
      type="button"
      className="link small"
      aria-expanded={areAllShown}
      onClick={() => setAllShown(!areAllShown)}
    >
      {areAllShown ? 'свернуть' : `ещё ${hidden}`}
      <span className="sr">: {what}</span>
    </button>
  ]
}
