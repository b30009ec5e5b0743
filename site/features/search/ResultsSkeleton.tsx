import { useStore } from '@nanostores/react'
import { Button } from '#site/ui/Button.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'

import { $search } from './search-store.ts'

const PEOPLE = [18, 26, 22, 30, 20]

/** The places of the verdict and the first people while a search runs. */
export const ResultsSkeleton = () => (
  <>
    <header className="answer">
      <p>
        <Skeleton chars={32} />
      </p>
      <p className="small">
        <Skeleton chars={64} />
      </p>
      <div className="acts">
        <Stop />
      </div>
    </header>
    <div className="results" aria-busy="true">
      <div className="side" />
      <div className="card flush">
        {PEOPLE.map(chars => (
          <div className="pad" key={chars}>
            <p>
              <Skeleton chars={chars} />
            </p>
            <p className="small">
              <Skeleton chars={chars + 12} />
            </p>
          </div>
        ))}
      </div>
    </div>
  </>
)

/** Ends a search that runs; the line waits for what comes next. */
export function Stop() {
  const search = useStore($search)
  return (
    search.step === 'searching' && (
      <Button
        size="s"
        onClick={() => {
          search.stop()
          document.querySelector<HTMLInputElement>('.ask input')?.focus()
        }}
      >
        Остановить
      </Button>
    )
  )
}
