import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $refusals } from '#site/features/search/people/verdict-store.ts'
import { answerHref } from '#site/features/search/view-memory.ts'
import { SearchEnded } from '#site/layouts/SearchEnded.tsx'
import { Shell } from '#site/layouts/Shell.tsx'
import { focusHeading } from '#site/lib/keep-focus.ts'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { Wait } from '#site/ui/Spinner.tsx'
import { $compared, openComparison, pairInAddress, renewComparison } from './compare-store.ts'

const Comparison = laterPart(async () => (await import('./Comparison.tsx')).Comparison)
const StrandedDrafts = laterPart(async () => (await import('./Stranded.tsx')).Stranded)

/** The one island of /search/compare. */
export const ComparePage = () => (
  <Shell page="search">
    <Compare />
  </Shell>
)

function Compare() {
  const compared = useStore($compared)
  const code = useStore(Comparison.$code)
  const shown = compared.step === 'ready' && code.step === 'waiting' ? 'loading' : compared.step
  useEffect(() => {
    void Comparison.load()
    void openComparison()
    addEventListener('popstate', openComparison)
    const stop = $refusals.listen(() => void renewComparison(false))
    return () => {
      removeEventListener('popstate', openComparison)
      stop()
    }
  }, [])
  useEffect(() => {
    if (shown !== 'loading') focusHeading([document.querySelector('main') ?? document.body], true)
  }, [shown])

  switch (compared.step) {
    case 'loading':
      return <Waiting />
    case 'ready':
      return <Later part={Comparison} props={{ compared: compared.data }} waiting={<Waiting />} />
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

const Waiting = () => (
  <div className="stack">
    <h1>Сравнение</h1>
    <Wait>Сравниваем записи…</Wait>
  </div>
)

const Stranded = () => (
  <Later part={StrandedDrafts} props={{ searchId: pairInAddress(location.search).searchId }} />
)
