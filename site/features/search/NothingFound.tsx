import type { Reading, ReadingKind } from '#shared/contracts/reading.ts'
import { Button } from '#site/ui/Button.tsx'
import { Rows } from '#site/ui/Rows.tsx'
import { fillLine } from './ask/readings-store.ts'
import { displayValue } from './display-value.ts'
import { itemsOfLine } from './line-items.ts'
import type { Results } from './records/results-view.ts'
import { count } from './texts.ts'

/** «Без даты рождения». */
const WITHOUT: Partial<Record<ReadingKind, string>> = {
  full_name: 'имени',
  birth_date: 'даты рождения',
  phone: 'телефона',
  email: 'e-mail',
  inn_person: 'ИНН',
  inn_org: 'ИНН',
  snils: 'СНИЛС',
  passport: 'паспорта',
  address: 'адреса'
}

/** What to try, what was looked for, and what an empty answer does not say. */
export function NothingFound({ results: { answer, places } }: { results: Results }) {
  const [first] = answer.readings
  const parts = first?.parts ?? (first ? [first] : [])
  // Several people or numbers stand above, each with what it found.
  const asked = itemsOfLine(answer).length > 0 ? [] : parts
  return (
    <div className="split even">
      <section className="card stack" aria-labelledby="try-t">
        <h2 id="try-t">Что попробовать</h2>
        <Rows>
          {parts.length > 1 && parts.map(part => <Without key={part.kind} part={part} parts={parts} />)}
          <li className="row apart">
            <span>Другое написание, или телефон, e-mail, ИНН, если они известны</span>
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
              <dt key={`${kind} ${value}`}>{label}</dt>,
              <dd key={`${kind} ${value} value`}>{displayValue(kind, value)}</dd>
            ])}
          </dl>
        )}
        <p className="small soft">
          Пустой ответ значит, что записей нет в этих источниках ({count(places.length, 'source')}). О самом
          человеке он ничего не говорит.
        </p>
      </section>
    </div>
  )
}

/** The line without one of its parts. Searching it costs like any search, so it only fills the field. */
function Without({ part, parts }: { part: Reading; parts: readonly Reading[] }) {
  const noun = WITHOUT[part.kind]
  const line = parts
    .filter(other => other !== part)
    .flatMap(({ terms }) => terms)
    .join(' ')
  if (!noun || line === '') return null
  return (
    <li className="row apart">
      <span>
        Без {noun}: <b>{line}</b>
      </span>
      <Button size="s" onClick={() => fillLine(line)}>
        В строку запроса
      </Button>
    </li>
  )
}
