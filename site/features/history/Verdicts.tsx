import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { PastSearchAnswer } from '#shared/contracts/search.ts'
import { PAST_VERDICT_TEXTS } from '#shared/texts/past-verdicts.ts'
import { ask } from '#site/lib/ask.ts'
import { createLoad, type Load } from '#site/lib/load-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { VerdictLines } from './VerdictLines.tsx'

interface VerdictsProps {
  searchId: string
  /** How many there are to be. */
  count: number
}

/** What the user concluded in a search, for nothing, as long as it is in their history. */
export function Verdicts({ searchId, count }: VerdictsProps) {
  const [past] = useState(() =>
    createLoad(() =>
      ask<PastSearchAnswer>(`/api/search/${encodeURIComponent(searchId)}?names=true`, {
        shape: { verdicts: [{ id: 0, a: '', verdict: '', at: '' }] }
      })
    )
  )
  const load = useStore(past.$load)
  useEffect(() => {
    void past.load()
  }, [past])
  if (load.step === 'loading') return <Skeleton chars={40} />
  const failure = failureOf(load, count)
  return (
    <div className="verdicts stack tight small">
      {load.step === 'ready' && (
        <VerdictLines
          searchId={searchId}
          verdicts={load.data.verdicts}
          names={load.data.names}
          isLive={Date.parse(load.data.live_until) > Date.now()}
        />
      )}
      {failure && (
        <p className="row tight" role="status">
          <span>{failure}</span>
          <Button size="s" onClick={past.load}>
            Повторить
          </Button>
        </p>
      )}
    </div>
  )
}

/** Where a source is silent, the verdicts are those that may be shown for certain. */
function failureOf(load: Load<PastSearchAnswer>, count: number): string {
  if (load.step === 'failed') return load.text
  const isShort = load.step === 'ready' && load.data.verdicts.length < count
  return isShort && load.data.withdrawn === 'unknown' ? PAST_VERDICT_TEXTS.incomplete : ''
}
