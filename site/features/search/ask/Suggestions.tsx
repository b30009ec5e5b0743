import { Chip } from '#site/ui/Chip.tsx'
import { searchLine } from './readings-store.ts'

/** What was probably meant. A press puts it into the line and searches it, which costs like any search. */
export const Suggestions = ({ lines }: { lines: string[] }) => (
  <ul className="row tight small soft">
    <li>Возможно, вы имели в виду:</li>
    {lines.map(line => (
      <li key={line}>
        <Chip onClick={() => searchLine(line)}>{line}</Chip>
      </li>
    ))}
    <li>Будет списан один запрос.</li>
  </ul>
)
