import { Skeleton } from '#site/ui/Skeleton.tsx'

const CARDS = [0, 1, 2]
const LINES = [18, 26, 22, 30]

/** The places of the line, the people and the first records while a search runs. */
export const ResultsSkeleton = () => (
  <>
    <p className="small">
      <Skeleton chars={64} />
    </p>
    <hr />
    <div className="aside" aria-busy="true">
      <div className="stack tight">
        <Lines />
      </div>
      <div className="stack">
        <p>
          <Skeleton chars={12} />
        </p>
        <div className="grid">
          {CARDS.map(card => (
            <div className="person" key={card}>
              <Lines />
            </div>
          ))}
        </div>
        {CARDS.map(group => (
          <div className="source pad stack tight" key={group}>
            <Lines />
          </div>
        ))}
      </div>
    </div>
  </>
)

const Lines = () =>
  LINES.map(chars => (
    <p key={chars}>
      <Skeleton chars={chars} />
    </p>
  ))
