import { type ReactNode, useId } from 'react'
import type { PeopleComparison } from '#shared/contracts/compare.ts'
import type { PersonKind } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { COMPARE_TEXTS, FOR_WORDS } from '#shared/texts/compare.ts'
import { ruleOf, type ShownTone, toneOf } from './compare-view.ts'
import { SourceCells, Tone } from './Tone.tsx'

interface ArgumentsProps {
  comparison: PeopleComparison
  kind: PersonKind
  answer: SearchAnswer
}

interface Line {
  text: string
  sources_a?: readonly string[]
  sources_b?: readonly string[]
  may_differ?: true | undefined
}

/** What speaks for one person, what keeps the two apart, and what would decide. */
export function Arguments({ comparison, kind, answer }: ArgumentsProps) {
  const id = useId()
  const { connections = [] } = comparison
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id} className="sr">
        Доводы
      </h2>
      <div className="scales">
        <Column title={FOR_WORDS[kind]} lines={comparison.for} tone="agree" answer={answer}>
          Ничего общего не нашлось.
        </Column>
        <Column title="Почему отдельно" lines={comparison.against} tone="differ" answer={answer}>
          Ничего не противоречит.
        </Column>
        <Column title="Что решило бы" lines={comparison.would_decide} tone="missing" answer={answer}>
          Решать нечего.
        </Column>
      </div>
      {connections.length > 0 && (
        <>
          <hr className="gap" />
          <div className="scales">
            <Column title={COMPARE_TEXTS.connections} lines={connections} tone="neutral" answer={answer} />
          </div>
        </>
      )}
      <hr className="gap" />
      <p className="small soft">{ruleOf(comparison)}</p>
    </section>
  )
}

/** Of both sides: a source that both are of stands once. */
const union = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])]

interface ColumnProps {
  title: string
  lines: readonly Line[]
  tone: ShownTone
  answer: SearchAnswer
  /** In place of no lines. */
  children?: ReactNode
}

function Column({ title, lines, tone, answer, children }: ColumnProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {lines.length === 0 && <p className="small muted">{children}</p>}
      <ul>
        {lines.map(line => {
          const { text, sources_a = [], sources_b = [] } = line
          const shown = toneOf(tone, line)
          return (
            <li key={text}>
              <Tone tone={shown}>
                {text}{' '}
                <SourceCells
                  keys={union(sources_a, sources_b)}
                  answer={answer}
                  state={shown === 'differ' ? 'no' : 'yes'}
                />
              </Tone>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
