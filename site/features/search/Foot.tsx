import { memo } from 'react'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { ALL_SYNTHETIC } from '#shared/labels/sources.ts'
import { withheldText } from '#shared/texts/purpose.ts'
import { DebugPanel } from './DebugPanel.tsx'
import { isSynthetic } from './synthetic.ts'

/** What stands under an answer: that nobody in it is real, where that is so. */
export const Foot = memo(({ answer }: { answer: SearchAnswer }) => (
  <>
    {answer.withheld_sources && <p className="small soft">{withheldText(answer)}</p>}
    {isSynthetic(answer) && <p className="small muted">{ALL_SYNTHETIC}</p>}
    <DebugPanel answer={answer} />
  </>
))
