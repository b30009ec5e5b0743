import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useStrandedDrafts } from '#site/features/search/people/use-verdict.ts'
import { $refusals } from '#site/features/search/people/verdict-store.ts'
import { answerHref } from '#site/features/search/view-memory.ts'
import { SearchEnded } from '#site/layouts/SearchEnded.tsx'
import { Shell } from '#site/layouts/Shell.tsx'
import { focusHeading } from '#site/lib/keep-focus.ts'
import { Wait } from '#site/ui/Spinner.tsx'
import { Warnings } from '#site/ui/Warnings.tsx'
import { Comparison } from './Comparison.tsx'
import { $compared, openComparison, pairInAddress, renewComparison } from './compare-store.ts'

/** The one island of /search/compare. */
export const ComparePage = () => (
  <Shell page="search">
    <Compare />
  </Shell>
)

const TITLE = 'Сравнение'

function Compare() {
  const compared = useStore($compared)
  useEffect(() => {
    void openComparison()
    addEventListener('popstate', openComparison)
    const stop = $refusals.listen(() => void renewComparison(false))
    return () => {
      removeEventListener('popstate', openComparison)
      stop()
    }
  }, [])
  useEffect(() => {
    if (compared.step !== 'loading') focusHeading([document.querySelector('main') ?? document.body], true)
  }, [compared.step])

  switch (compared.step) {
    case 'loading':
      return (
        <div className="stack">
          <h1>{TITLE}</h1>
          <Wait>Сравниваем записи…</Wait>
        </div>
      )
    case 'ready':
      return <Comparison compared={compared.data} />
    case 'ended':
      return (
        <div className="stack">
          <SearchEnded title="Сравнить уже нельзя" text={compared.text} line={compared.line} />
          <Stranded />
        </div>
      )
    case 'failed': {
      const { searchId, a } = pairInAddress(location.search)
      return (
        <div className="stack">
          <SearchEnded
            title="Сравнить не удалось"
            text={compared.text}
            backHref={compared.hasSearch ? answerHref(searchId, a) : undefined}
            onRetry={compared.isFinal ? undefined : openComparison}
          />
          <Stranded />
        </div>
      )
    }
  }
}

/** Keeps on the page what was typed of the two. */
const Stranded = () => (
  <Warnings of={useStrandedDrafts(pairInAddress(location.search).searchId, () => false)} />
)
