import type { Reading } from '#shared/contracts/reading.ts'
import { $line, fillLine } from '#site/features/search/ask/readings-store.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import { Button } from '#site/ui/Button.tsx'

/** Whether a line says enough already of what would tell people apart. */
const ADDITIONS: [title: string, isSaid: (parts: readonly Omit<Reading, 'parts'>[]) => boolean][] = [
  ['отчество', parts => parts.some(({ kind, value }) => kind === 'full_name' && value.split(' ').length > 2)],
  [
    'дату рождения',
    parts => parts.some(({ kind, value }) => kind === 'birth_date' && value.length === ISO_DATE)
  ],
  ['телефон', parts => parts.some(({ kind }) => kind === 'phone')],
  ['город', parts => parts.some(({ kind }) => kind === 'address')]
]
const ISO_DATE = 10

/** Where several people fit alike: what would tell them apart. The line waits for it; the search costs a credit. */
export function TellApart({ results: { answer } }: { results: Results }) {
  const parts = answer.readings.flatMap(reading => [reading, ...(reading.parts ?? [])])
  const missing = ADDITIONS.filter(([, isSaid]) => !isSaid(parts))
  if (missing.length === 0) return null
  return (
    <p className="row tight small soft hints no-print">
      <span>Чтобы различить, добавьте (1 запрос):</span>
      {missing.map(([title]) => (
        <Button size="s" key={title} onClick={() => fillLine(`${$line.get().trim()} `)}>
          {title}
        </Button>
      ))}
    </p>
  )
}
