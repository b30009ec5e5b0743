import { useState } from 'react'
import { SEARCH_COST_REQUESTS, SEARCH_LIVE_MINUTES } from '#shared/constants.ts'
import type { List } from '#shared/contracts/lists/lists.ts'
import { TOP_UP_HREF } from '#shared/labels/nav.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { errorText } from '#site/lib/ask.ts'
import { counted, formatCount } from '#site/lib/numbers.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button, LinkButton } from '#site/ui/Button.tsx'
import { confirm } from '#site/ui/dialog/confirm-store.ts'
import { Progress as Bar } from '#site/ui/Progress.tsx'
import { pauseList, type StartedRows, stopList } from './list-calls.ts'
import { OF_REQUESTS, REQUESTS, ROWS, skipsOf } from './words.ts'

interface ProgressProps {
  list: List
  onChange(list: List): void
  onStart(most: number | null, only?: StartedRows): Promise<void>
}

/** How far a list is, in figures that hide no loss, and what can be done with it. */
export function Progress({ list, onChange, onStart }: ProgressProps) {
  const { state, searchable, left } = list
  const passed = searchable - left
  const unsearched = state === 'stopped' ? left + skipsOf(list, 'STOPPED') : 0
  const isOver = state === 'done' || state === 'stopped'
  return (
    <div className="stack">
      <Notice list={list} />
      <div className="card stack">
        <h2 tabIndex={-1}>
          {TITLES[state]}: {formatCount(passed)} из {formatCount(searchable)}
        </h2>
        {!isOver && <Bar max={Math.max(1, searchable)} value={passed} label="Готово строк" />}
        <dl className="figures">
          <Figure title="Пройдено" value={passed} />
          <Figure title="Списано" value={list.charged} />
          {list.retried > 0 && <Figure title="Повторим позже" value={list.retried} note="не списано" />}
          {list.failed > 0 && <Figure title="Не удалось" value={list.failed} note="не списано" />}
          {unsearched > 0 && <Figure title="Не искалось" value={unsearched} />}
          {left > 0 && state !== 'stopped' && (
            <Figure title="Осталось" value={left} note={`до ${counted(list.price, OF_REQUESTS)}`} />
          )}
        </dl>
        <Acts list={list} onChange={onChange} onStart={onStart} />
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

const TITLES: Record<List['state'], string> = {
  draft: 'Черновик',
  running: 'Идёт поиск',
  paused: 'На паузе',
  stopped: 'Остановлен',
  done: 'Готово'
}

const Figure = ({ title, value, note }: { title: string; value: number; note?: string }) => (
  <div>
    <dt>{title}</dt>
    <dd>
      {formatCount(value)}
      {note && <small className="soft"> {note}</small>}
    </dd>
  </div>
)

function Notice({ list }: { list: List }) {
  if (list.state === 'paused' && list.pause_reason === 'credits')
    return (
      <Banner
        tone="red"
        action={
          <LinkButton kind="primary" size="s" href={TOP_UP_HREF}>
            Пополнить
          </LinkButton>
        }
      >
        <b>Закончились запросы.</b> Поиск сам встал на паузу. Готовые строки сохранены; ответ открывается
        бесплатно {SEARCH_LIVE_MINUTES} минут.
      </Banner>
    )
  if (list.state === 'paused')
    return (
      <Banner tone="ochre">
        <b>Поиск на паузе с {moscowTime(new Date(list.changed_at)).split(' ')[1]}.</b> Готовое сохранено,
        дальше ничего не списывается.
      </Banner>
    )
  if (list.sources_gone.length > 0)
    return (
      <Banner tone="ochre">
        Источник отключён или удалён: {list.sources_gone.map(title => `«${title}»`).join(', ')}. Остальные
        строки ищутся без него.
      </Banner>
    )
  return null
}

function Acts({ list, onChange, onStart }: ProgressProps) {
  const [isBusy, setBusy] = useState(false)
  async function wait(work: Promise<void>) {
    setBusy(true)
    await work
    setBusy(false)
  }
  const act = (work: () => Promise<List>) => wait(work().then(onChange, error => tell(errorText(error))))
  async function stop() {
    const agreed = await confirm({
      title: 'Остановить поиск?',
      text: `Готовое останется. Без ответа: ${counted(list.left, ROWS)}. Продолжить потом нельзя.`,
      action: 'Остановить'
    }).catch(() => false)
    if (agreed) await act(() => stopList(list.id))
  }
  const { state, price, balance, failed } = list
  if (state === 'done') {
    const leftOut = skipsOf(list, 'LEFT_OUT')
    const most = Math.min(leftOut, Math.floor(balance / SEARCH_COST_REQUESTS))
    if (failed + leftOut === 0) return null
    return (
      <div className="row">
        {failed > 0 && (
          <Button busy={isBusy} onClick={() => wait(onStart(null, 'failed'))}>
            Повторить неудавшиеся: {formatCount(failed)}
          </Button>
        )}
        {most > 0 && (
          <Button busy={isBusy} onClick={() => wait(onStart(most, 'left_out'))}>
            Продолжить, {counted(most * SEARCH_COST_REQUESTS, REQUESTS)}
          </Button>
        )}
        {leftOut > most && (
          <p className="small soft">
            Не хватает {counted((leftOut - most) * SEARCH_COST_REQUESTS, OF_REQUESTS)}.{' '}
            <a href={TOP_UP_HREF}>Пополнить</a>
          </p>
        )}
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
        <Button kind="primary" busy={isBusy} disabled={price > balance} onClick={() => wait(onStart(null))}>
          Продолжить
        </Button>
      )}
      <Button kind="danger" busy={isBusy} onClick={stop}>
        Остановить
      </Button>
    </div>
  )
}
