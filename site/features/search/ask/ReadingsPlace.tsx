import { useStore } from '@nanostores/react'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { $parsedLine, explainLine } from './readings-store.ts'

const Readings = laterPart(async () => (await import('./Readings.tsx')).Readings)

/** Where a line stands that is told how it is understood: nothing while there is none. */
export function ReadingsPlace() {
  const { pending, readings, isEnded } = useStore($parsedLine)
  if (isEnded) {
    return (
      <p className="small soft" role="status">
        Сеанс закончился, поэтому не видно, как понят запрос. Строка останется на месте.{' '}
        <button type="button" className="link" onClick={explainLine}>
          Войти снова
        </button>
      </p>
    )
  }
  if (readings.length > 0) return <Later part={Readings} waiting={<Waiting />} props={{}} />
  return pending && <Waiting />
}

/** Keeps the place of the first chip, so that results below do not jump. */
const Waiting = () => (
  <div className="row tight readings" aria-hidden="true">
    <span className="small muted desk">Понято как</span>
    <span className="chip">
      <Skeleton chars={28} />
    </span>
  </div>
)
