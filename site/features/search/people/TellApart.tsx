import { $line, fillLine } from '#site/features/search/ask/readings-store.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { Button } from '#site/ui/Button.tsx'
import { additionsFor } from './tell-apart.ts'

/** Where several people fit alike: what would tell them apart. The line waits for it; the search costs a credit. */
export function TellApart({ results: { answer } }: { results: Results }) {
  const missing = additionsFor(answer)
  if (missing.length === 0) return null
  return (
    <p className="row tight small soft hints no-print">
      <span>Чтобы различить, добавьте (1 запрос):</span>
      {missing.map(title => (
        <Button size="s" key={title} onClick={() => fillLine(`${$line.get().trim()} `)}>
          {title}
        </Button>
      ))}
    </p>
  )
}
