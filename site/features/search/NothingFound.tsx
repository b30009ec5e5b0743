import { Button } from '#site/ui/Button.tsx'
import { Rows } from '#site/ui/Rows.tsx'
import { fillLine } from './ask/readings-store.ts'
import { shorterLines } from './ask/shorter-lines.ts'
import { displayValue } from './display-value.ts'
import { itemsOfLine } from './line-items.ts'
import type { Results } from './records/results-view.ts'

/** What to try, what was looked for, and what an empty answer does not say. */
export function NothingFound({ results: { answer } }: { results: Results }) {
  const [first] = answer.readings
  const parts = first?.parts ?? (first ? [first] : [])
  // Several people or numbers stand above, each with what it found.
  const isOfOne = itemsOfLine(answer).length === 0
  const asked = isOfOne ? parts : []
  return (
    <div className="split even">
      <section className="card stack" aria-labelledby="try-t">
        <h2 id="try-t">Что попробовать</h2>
        <Rows>
          {isOfOne &&
            shorterLines(answer.readings).map(shorter => <Shorter key={shorter[1]} shorter={shorter} />)}
          <li className="row apart">
            <span>Другое написание, телефон или ИНН</span>
            <Button size="s" onClick={() => document.querySelector<HTMLInputElement>('.ask input')?.select()}>
              К запросу
            </Button>
          </li>
        </Rows>
      </section>
      <section className="card stack" aria-labelledby="how-t">
        <h2 id="how-t">Как искали</h2>
        {asked.length > 0 && (
          <dl className="pairs">
            {asked.map(({ kind, label, value }) => [
              <dt key={kind + value}>{label}</dt>,
              <dd key={value + kind}>{displayValue(kind, value)}</dd>
            ])}
          </dl>
        )}
        <p className="small soft">Пустой ответ ничего не говорит о самом человеке.</p>
      </section>
    </div>
  )
}

/** Searching it costs like any search, so it only fills the field. */
const Shorter = ({ shorter: [title, line] }: { shorter: [title: string, line: string] }) => (
  <li className="row apart">
    <span>
      {title}: <b>{line}</b>
    </span>
    <Button size="s" onClick={() => fillLine(line)}>
      В строку запроса
    </Button>
  </li>
)
