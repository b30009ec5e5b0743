import { Chip } from '#site/ui/Chip.tsx'
import { fillLine } from './readings-store.ts'

/** What was probably meant. A press puts it into the line; searching it costs like any search. */
export const Suggestions = ({ lines }: { lines: string[] }) => (
  <ul className="row tight small soft">
    <li>Возможно, вы имели в виду:</li>
    {lines.map(line => (
      <li key={line}>
        <Chip onClick={() => fillLine(line)}>{line}</Chip>
      </li>
    ))}
  </ul>
)
