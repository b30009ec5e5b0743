import { Skeleton } from '#site/ui/Skeleton.tsx'

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
