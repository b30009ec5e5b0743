import { memo } from 'react'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { ALL_SYNTHETIC } from '#shared/labels/sources.ts'
import { DebugPanel } from './DebugPanel.tsx'
import { isSynthetic } from './synthetic.ts'

/** What stands under an answer: that nobody in it is real, where that is so. */
export const Foot = memo(({ answer }: { answer: SearchAnswer }) => (
  <>
    {isSynthetic(answer) && <p className="small muted">{ALL_SYNTHETIC}</p>}
    <DebugPanel answer={answer} />
  </>
))
