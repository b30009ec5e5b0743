import { useSyncExternalStore } from 'react'

/** As in the styles: from here on what narrows people has a column of its own. */
const WIDE = '(width >= 64rem)'

const subscribe = (onChange: () => void) => {
  const query = matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether there is room for a column beside the people. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
