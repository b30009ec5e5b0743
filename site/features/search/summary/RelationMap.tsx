import { useId } from 'react'
import type { Person } from '#shared/contracts/person.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { BOX_HEIGHT, type Box, MAP_WIDTH, relationMap } from './relation-map.ts'

/** The same facts as the list above, drawn: people left and right, what they share between. */
export function RelationMap({ person, results }: { person: Person; results: Results }) {
  const id = useId()
  const map = relationMap(person, results)
  if (!map) return null
  const { height, boxes, lines, rest, sentence } = map
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="scroll pad" tabIndex={0} aria-label="Карта связей, прокручивается вбок">
      <svg
        className="map"
        viewBox={`0 0 ${MAP_WIDTH} ${height}`}
        role="img"
        aria-labelledby={`${id}t ${id}d`}
      >
        <title id={`${id}t`}>Карта связей</title>
        <desc id={`${id}d`}>{sentence}</desc>
        <path d={lines} />
        {boxes.map(box => (
          <Drawn key={`${box.x} ${box.y}`} box={box} />
        ))}
      </svg>
      {rest > 0 && <p className="small muted">На карте не все: ещё {rest} в списке выше</p>}
    </section>
  )
}

function Drawn({ box: { kind, x, y, width, title, note } }: { box: Box }) {
  const inset = kind === 'thing' ? 20 : 14
  return (
    <>
      <rect className={kind} x={x} y={y} width={width} height={BOX_HEIGHT} rx={kind === 'thing' ? 24 : 6} />
      <text x={x + inset} y={y + 21}>
        {title}
      </text>
      <text className="sub" x={x + inset} y={y + 37}>
        {note}
      </text>
    </>
  )
}
