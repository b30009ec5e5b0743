import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { answerHref } from '#site/features/search/view-memory.ts'
import { SearchEnded } from '#site/layouts/SearchEnded.tsx'
import { Shell } from '#site/layouts/Shell.tsx'
import { focusHeading } from '#site/lib/keep-focus.ts'
import { Wait } from '#site/ui/Spinner.tsx'
import { Comparison } from './Comparison.tsx'
import { $compared, openComparison, pairInAddress } from './compare-store.ts'

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
    return () => removeEventListener('popstate', openComparison)
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
      return <SearchEnded title="Сравнить уже нельзя" text={compared.text} line={compared.line} />
    case 'failed': {
      const { searchId, a } = pairInAddress(location.search)
      return (
        <SearchEnded
          title="Сравнить не удалось"
          text={compared.text}
          backHref={compared.hasSearch ? answerHref(searchId, a) : undefined}
          onRetry={compared.isFinal ? undefined : openComparison}
        />
      )
    }
  }
}
