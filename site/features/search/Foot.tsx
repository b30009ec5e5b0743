import { memo } from 'react'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { ALL_SYNTHETIC } from '#shared/labels/sources.ts'
import { errorText } from '#site/lib/ask.ts'
import { useCheckedPrint } from '#site/lib/checked-print.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { DebugPanel } from './DebugPanel.tsx'
import { ScrollTop } from './ScrollTop.tsx'
import { isSynthetic } from './synthetic.ts'

/** What stands under an answer: that nobody in it is real, where that is so, and the way up. Holds its printing. */
export const Foot = memo(({ answer }: { answer: SearchAnswer }) => {
  useCheckedPrint(renewShown, Date.parse(answer.searched_at))
  return (
    <>
      {isSynthetic(answer) && <p className="small muted">{ALL_SYNTHETIC}</p>}
      <DebugPanel answer={answer} />
      <ScrollTop />
    </>
  )
})

/** Shows of the answer what may be shown now. @returns why that cannot be told, or null. */
const renewShown = (): Promise<string | null> =>
  loadCode(() => import('./past-search.ts'))
    .then(({ renewAnswer }) => renewAnswer())
    .then(() => null, errorText)
