import { memo, useEffect } from 'react'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { ALL_SYNTHETIC } from '#shared/labels/sources.ts'
import { errorText } from '#site/lib/ask.ts'
import { useCheckedPrint } from '#site/lib/checked-print.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { DebugPanel } from './DebugPanel.tsx'
import { ScrollTop } from './ScrollTop.tsx'
import { $answered } from './search-store.ts'
import { isSynthetic } from './synthetic.ts'

/** What stands under an answer: that nobody in it is real, where that is so, and the way up. Holds its printing. */
export const Foot = memo(({ answer }: { answer: SearchAnswer }) => {
  useCheckedPrint(renewShown, Date.parse(answer.searched_at))
  useEffect(() => {
    drawn = answer
  }, [answer])
  return (
    <>
      {isSynthetic(answer) && <p className="small muted">{ALL_SYNTHETIC}</p>}
      <DebugPanel answer={answer} />
      <ScrollTop />
    </>
  )
})

/** The answer that stands on the page: a renewed one is drawn a little later. */
let drawn: SearchAnswer | null = null

/** Shows of the answer what may be shown now, and waits until it is drawn. @returns why that cannot be told, or null. */
async function renewShown(): Promise<string | null> {
  try {
    const { renewAnswer } = await loadCode(() => import('./past-search.ts'))
    await renewAnswer()
    while (($answered.get()?.answer ?? drawn) !== drawn) await new Promise(requestAnimationFrame)
    return null
  } catch (error) {
    return errorText(error)
  }
}
