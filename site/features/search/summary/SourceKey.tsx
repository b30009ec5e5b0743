import type { CellState, SourcePlace } from '#site/features/search/sources/strip.ts'

const KEYS: [state: CellState, text: string, placeState?: SourcePlace['state']][] = [
  ['yes', 'подтверждает'],
  ['part', 'частично'],
  ['no', 'расходится'],
  ['none', 'молчит'],
  ['unseen', 'записи не показаны', 'unseen'],
  ['fail', 'не ответил', 'failed']
]

/** What the cells mean: those that say something of a value, and those of sources that this answer has. */
export const SourceKey = ({ places }: { places: readonly SourcePlace[] }) => (
  <ul className="legend small soft">
    {KEYS.filter(([, , needed]) => !needed || places.some(place => place.state === needed)).map(
      ([state, text], at) => (
        <li key={state}>
          <span className="cells" aria-hidden="true">
            <i data-s={state}>{state === 'none' ? '' : at + 1}</i>
          </span>
          {text}
        </li>
      )
    )}
  </ul>
)
