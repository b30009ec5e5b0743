import { SEARCH_PRICE } from '#shared/texts/price.ts'
import { $line, fillLine } from '#site/features/search/ask/readings-store.ts'
import { Button } from '#site/ui/Button.tsx'
import type { Addition } from './tell-apart.ts'

/** Where several people fit alike: what would tell them apart. The line waits for it; the search costs a credit. */
export const TellApart = ({ additions }: { additions: readonly Addition[] }) => (
  <p className="row tight small soft hints no-print">
    <span>Чтобы различить, добавьте ({SEARCH_PRICE}):</span>
    {additions.map(({ title }) => (
      <Button size="s" key={title} onClick={() => fillLine(`${$line.get().trim()} `)}>
        {title}
      </Button>
    ))}
  </p>
)
