import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { NOBODY_TO_PRINT, PRINT_AGAIN } from '#shared/texts/print.ts'
import { $answered } from '#site/features/search/search-store.ts'
import { errorText } from '#site/lib/ask.ts'
import { useCheckedPrint } from '#site/lib/checked-print.ts'
import { loadCode } from '#site/lib/load-code.ts'

/** The answer whose people stand on the page: a renewed one is drawn a little later, null when nobody is left. */
let drawn: SearchAnswer | null = null

/** Puts the people of an answer onto paper with the time at which it was known that they may be shown. */
export function CheckedPrint({ answer }: { answer: SearchAnswer }) {
  useEffect(() => {
    drawn = answer
    return () => {
      drawn = null
    }
  }, [answer])
  const answered = useStore($answered)
  useCheckedPrint(renewDrawn, answered?.readAt ?? Date.parse(answer.searched_at))
  return null
}

/** Shows of the answer what may be shown now, and waits until it is drawn. @returns why that cannot be told, or null. */
const renewDrawn = (): Promise<string | null> =>
  loadCode(() => import('#site/features/search/past-search.ts'))
    .then(({ renewAnswer }) => renewAnswer(true))
    .then(async renewed => {
      const isHere = () => renewed?.answer === $answered.get()?.answer
      while (renewed && drawn && drawn !== renewed.answer && isHere())
        await new Promise(requestAnimationFrame)
      // Another search runs, or «ещё» came meanwhile: what was checked is not what stands here.
      if (!isHere()) return PRINT_AGAIN
      return renewed?.answer.persons.length ? null : NOBODY_TO_PRINT
    }, errorText)
