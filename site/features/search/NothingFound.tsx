import { Button } from '#site/ui/Button.tsx'
import { Rows } from '#site/ui/Rows.tsx'
import { fillLine } from './ask/readings-store.ts'
import { shorterLines } from './ask/shorter-lines.ts'
import { displayValue } from './display-value.ts'
import { itemsOfLine } from './line-items.ts'
import type { Results } from './records/results-view.ts'

/** What to try, what was looked for, and what an empty answer does not say. */
export function NothingFound({ results: { answer } }: { results: Results }) {
  const parts = answer.readings.slice(0, 1).flatMap(one => one.parts ?? one)
  // Several people or numbers stand above, each with what it found.
  const isOfOne = itemsOfLine(answer).length === 0
  return (
    <div className="split even">
      <section className="card stack" aria-labelledby="try-t">
        <h2 id="try-t">Что попробовать</h2>
        <Rows>
          {isOfOne &&
            shorterLines(answer.readings).map(([title, line]) => (
              <li className="row apart" key={line}>
                <span>
                  {title}: <b>{line}</b>
                </span>
                {/* Searching it costs like any search, so it only fills the field. */}
                <Button size="s" onClick={() => fillLine(line)}>
                  В строку запроса
                </Button>
              </li>
            ))}
          <li className="row apart">
            <span>Телефон, e-mail или ИНН</span>
            <Button size="s" onClick={() => document.querySelector<HTMLInputElement>('.ask input')?.select()}>
              К запросу
            </Button>
          </li>
        </Rows>
      </section>
      <section className="card stack" aria-labelledby="how-t">
        <h2 id="how-t">Как искали</h2>
        {isOfOne && (
          <dl className="pairs">
            {parts.map(({ kind, label, value }) => [
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
