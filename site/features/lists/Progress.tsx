import { useState } from 'react'
import { SEARCH_COST_REQUESTS, SEARCH_LIVE_MINUTES } from '#shared/constants.ts'
import type { List } from '#shared/contracts/lists/lists.ts'
import { LIST_STATES } from '#shared/labels/lists.ts'
import { TOP_UP_HREF } from '#shared/labels/nav.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { counted, formatCount, plural, ROWS } from '#site/lib/numbers.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button, LinkButton } from '#site/ui/Button.tsx'
import { confirm } from '#site/ui/dialog/confirm-store.ts'
import { Progress as Bar } from '#site/ui/Progress.tsx'
import { FIGURES } from './figure-titles.ts'
import { figuresOf, type ListFigures } from './figures.ts'
import { pauseList, type StartedRows, stopList } from './list-calls.ts'
import {
  doneText,
  isUnlimited,
  OF_REQUESTS,
  REQUESTS,
  ROWS_OBJECT,
  SOURCES_GONE,
  WITHOUT_THEM
} from './words.ts'

interface ProgressProps {
  list: List
  onChange(call: () => Promise<List>): Promise<unknown>
  onStart(most: number | null, only?: StartedRows): Promise<unknown>
}

/** How far a list is, in figures that hide no loss, and what can be done with it. */
export function Progress({ list, onChange, onStart }: ProgressProps) {
  const { state } = list
  const figures = figuresOf(list)
  const { wanted, left } = figures
  const isOver = state === 'done' || state === 'stopped'
  return (
    <div className="stack">
      <Notice list={list} isOver={isOver} />
      <div className="card stack">
        <h2 tabIndex={-1}>
          {TITLES[state]}: {doneText(list)}
        </h2>
        {!isOver && <Bar max={Math.max(1, wanted)} value={wanted - left} label="Пройдено строк" />}
        <dl className="figures">
          {FIGURES.map(({ title, of, note, isSaid }) => {
            const value = of(figures, list)
            if (value === 0 && !isSaid) return null
            return (
              <div key={title}>
                <dt>{title}</dt>
                <dd>
                  {formatCount(value)}
                  {note && <small className="soft"> {note(list)}</small>}
                </dd>
              </div>
            )
          })}
        </dl>
        <Acts list={list} figures={figures} onChange={onChange} onStart={onStart} />
        {state === 'running' && (
          <p className="small soft">
            Страницу можно закрыть: поиск идёт на сервере, итог будет в истории. Одновременно ищутся не больше
            четырёх строк, чтобы не задерживать одиночные поиски.
          </p>
        )}
      </div>
    </div>
  )
}

const TITLES = { ...LIST_STATES, done: 'Готово' }

function Notice({ list, isOver }: { list: List; isOver: boolean }) {
  const { state, pause_reason, price, balance, changed_at } = list
  if (pause_reason === 'credits' && price <= balance)
    return (
      <Banner tone="ochre">
        <b>Поиск на паузе: запросы закончились.</b> Теперь их хватает, поиск можно продолжить.
      </Banner>
    )
  if (pause_reason === 'credits')
    return (
      <Banner
        tone="red"
        action={
          <LinkButton kind="primary" size="s" href={TOP_UP_HREF}>
            Пополнить
          </LinkButton>
        }
      >
        <b>Закончились запросы.</b> Поиск встал на паузу и сам не продолжится. Готовое сохранено. Полный ответ
        по строке открывается бесплатно в течение {SEARCH_LIVE_MINUTES} минут после её поиска.
      </Banner>
    )
  if (state === 'paused')
    return (
      <Banner tone="ochre">
        <b>Поиск на паузе с {moscowTime(new Date(changed_at)).replace(' ', ', ')}.</b> Готовое сохранено,
        дальше ничего не списывается.
      </Banner>
    )
  if (list.sources_gone.length > 0)
    return (
      <Banner tone="ochre">
        С начала поиска {plural(list.sources_gone.length, SOURCES_GONE)}:{' '}
        {list.sources_gone.map(title => `«${title}»`).join(', ')}.
        {!isOver && ` Остальные строки ищутся без ${plural(list.sources_gone.length, WITHOUT_THEM)}.`}
      </Banner>
    )
  return null
}

function Acts({ list, figures, onChange, onStart }: ProgressProps & { figures: ListFigures }) {
  const [isBusy, setBusy] = useState(false)
  async function wait(work: Promise<unknown>) {
    setBusy(true)
    await work
    setBusy(false)
  }
  const act = (work: () => Promise<List>) => wait(onChange(work))
  async function stop() {
    const agreed = await confirm({
      title: 'Остановить поиск?',
      text: `Готовое останется, за остальное ничего не спишется. Без ответа: ${counted(list.left, ROWS)}. Продолжить этот список потом нельзя.`,
      action: 'Остановить'
    }).catch(() => false)
    if (agreed) await act(() => stopList(list.id))
  }
  const { state, price, balance, affordable } = list
  const isShort = list.balance_after === null
  const { failed, leftOut } = figures
  if (state === 'done') {
    const fit = isUnlimited() ? leftOut : Math.min(leftOut, Math.floor(balance / SEARCH_COST_REQUESTS))
    if (failed + leftOut === 0) return null
    return (
      <div className="row">
        {failed > 0 && (
          <Button busy={isBusy} onClick={() => wait(onStart(null, 'failed'))}>
            Повторить {pricedRows(failed)}
          </Button>
        )}
        {fit > 0 && (
          <Button busy={isBusy} onClick={() => wait(onStart(fit, 'left_out'))}>
            Искать ещё {pricedRows(fit)}
          </Button>
        )}
        {leftOut > fit && <Lacking credits={(leftOut - fit) * SEARCH_COST_REQUESTS} />}
      </div>
    )
  }
  if (state !== 'running' && state !== 'paused') return null
  return (
    <div className="row">
      {state === 'running' ? (
        <Button kind="primary" busy={isBusy} onClick={() => act(() => pauseList(list.id))}>
          Пауза
        </Button>
      ) : (
        <Button
          kind="primary"
          busy={isBusy}
          disabled={isShort && affordable === 0}
          onClick={() => wait(onStart(isShort ? affordable : null))}
        >
          {isShort && affordable > 0 ? `Искать ещё ${pricedRows(affordable)}` : 'Продолжить'}
        </Button>
      )}
      <Button kind="danger" busy={isBusy} onClick={stop}>
        Остановить
      </Button>
      {state === 'paused' && isShort && <Lacking credits={price - balance} />}
    </div>
  )
}

/** «3 строки, 3 запроса» */
const pricedRows = (rows: number) =>
  `${counted(rows, ROWS_OBJECT)}${isUnlimited() ? '' : `, ${counted(rows * SEARCH_COST_REQUESTS, REQUESTS)}`}`

const Lacking = ({ credits }: { credits: number }) => (
  <p className="small soft">
    Не хватает {counted(credits, OF_REQUESTS)}. <a href={TOP_UP_HREF}>Пополнить</a>
  </p>
)
