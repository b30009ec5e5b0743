import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { ALL_SYNTHETIC, WHAT_TO_TYPE } from '#shared/labels/sources.ts'
import { SEARCH_PRICE } from '#shared/texts/price.ts'
import { MatchWord } from '#site/features/search/people/MatchMark.tsx'
import { SourceStrip } from '#site/features/search/sources/SourceStrip.tsx'
import { stripOf } from '#site/features/search/sources/strip.ts'
import { Chip } from '#site/ui/Chip.tsx'
import { Rows } from '#site/ui/Rows.tsx'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { examples } from './examples-store.ts'
import { Meter } from './Meter.tsx'
import { fillLine } from './readings-store.ts'

const STRIP = stripOf(
  [1, 2, 3, 4, 5].map(number => ({ key: `${number}`, number, title: '', state: 'records' })),
  new Map([
    ['1', 'yes'],
    ['2', 'yes'],
    ['4', 'part'],
    ['5', 'no']
  ])
)

/** Before the first search: lines to try, and how results are to be read. */
export const FirstVisit = () => (
  <>
    <Examples />
    <section className="grid loose" aria-label="Как устроены результаты">
      <div className="stack tight">
        <h2 className="small">
          <SourceStrip strip={STRIP} />
        </h2>
        <p className="soft">
          Каждое значение показывает, какие источники его подтверждают полностью или частично, какие
          расходятся и где данных нет.
        </p>
      </div>
      <div className="stack tight">
        <h2 className="row small">
          <MatchWord label="match" />
          <MatchWord label="probable" />
          <MatchWord label="namesake" />
        </h2>
        <p className="soft">
          Люди собраны в карточки по строгим признакам. Однофамильцы никогда не сливаются в одну карточку.
        </p>
      </div>
      <div className="stack tight">
        <h2 className="row small">
          <Meter level={3} label="уверенность: высокая" />
          уверенность высокая
        </h2>
        <p className="soft">
          Под строкой видно, как понят запрос и насколько уверенно. Другое прочтение выбирается одним
          нажатием; поиск по нему стоит {SEARCH_PRICE}.
        </p>
      </div>
    </section>
  </>
)

const WAITING = [19, 15, 8, 9, 10, 7, 3, 11, 12]

function Examples() {
  const load = useStore(examples.$load)
  useEffect(() => void examples.load(), [])
  if (load.step === 'failed' || (load.step === 'ready' && load.data.examples.length === 0))
    return <WhatToType />

  return (
    <section className="stack tight" aria-labelledby="examples-t" aria-busy={load.step === 'loading'}>
      <h2 id="examples-t">Примеры</h2>
      <Rows boxed>
        {load.step === 'loading'
          ? WAITING.map(chars => (
              <li className="row" key={chars}>
                <Skeleton chars={chars} />
                <span className="push">
                  <span className="chip">
                    <Skeleton chars={20} />
                  </span>
                </span>
              </li>
            ))
          : load.data.examples.map(({ label, query }) => (
              <li className="row" key={query}>
                <span className="soft">{label}</span>
                <span className="push">
                  <Chip onClick={() => fillLine(query)}>{query}</Chip>
                </span>
              </li>
            ))}
      </Rows>
      {load.step === 'loading' ? (
        <p className="small">
          <Skeleton chars={44} small />
        </p>
      ) : (
        load.data.all_synthetic && <p className="small muted">{ALL_SYNTHETIC}</p>
      )}
    </section>
  )
}

const WhatToType = () => (
  <section className="stack tight" aria-labelledby="examples-t">
    <h2 id="examples-t">Что можно ввести</h2>
    <p className="soft">{WHAT_TO_TYPE}</p>
  </section>
)
