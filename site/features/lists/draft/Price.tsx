import { useState } from 'react'
import type { List } from '#shared/contracts/lists/lists.ts'
import { TOP_UP_HREF } from '#shared/labels/nav.ts'
import { figuresOf } from '#site/features/lists/figures.ts'
import { OF_REQUESTS, REQUESTS, ROWS_OBJECT } from '#site/features/lists/words.ts'
import { counted, formatCount } from '#site/lib/numbers.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'

interface PriceProps {
  list: List
  isBusy: boolean
  /** Why it was not started. */
  refusal?: string
  onStart(most: number | null): void
}

/** What a draft costs, and the button that says it. */
export function Price({ list, isBusy, refusal, onStart }: PriceProps) {
  const { price, affordable, balance_after, left } = list
  const { unsearchable, notUsed } = figuresOf(list)
  const isShort = balance_after === null
  const [isPart, setPart] = useState(true)
  const most = isShort && isPart ? affordable : null
  const cost = most === null ? price : Math.min(price, most)
  return (
    <div className="card stack over">
      <h2>Цена известна до поиска</h2>
      <dl className="quote">
        <dt>Строк в списке</dt>
        <dd>{formatCount(list.rows)}</dd>
        {list.repeats > 0 && (
          <>
            <dt>Повторы: второй раз не ищем</dt>
            <dd>−{formatCount(list.repeats)}</dd>
          </>
        )}
        {unsearchable > 0 && (
          <>
            <dt>Нечего искать</dt>
            <dd>−{formatCount(unsearchable)}</dd>
          </>
        )}
        {notUsed > 0 && (
          <>
            <dt>Убраны вами</dt>
            <dd>−{formatCount(notUsed)}</dd>
          </>
        )}
        <dt className="sum">К оплате</dt>
        <dd className="sum">{counted(price, REQUESTS)}</dd>
        <dt>{isShort ? 'У вас есть' : 'Останется'}</dt>
        <dd>{formatCount(balance_after ?? list.balance)}</dd>
      </dl>
      {isShort && (
        <div className="pick-one" role="radiogroup" aria-label="Запросов не хватает">
          <label>
            <input type="radio" name="part" checked={isPart} onChange={() => setPart(true)} />
            <span>
              Искать {counted(affordable, ROWS_OBJECT)}
              <small className="soft">остальные можно будет искать позже, на странице списка</small>
            </span>
          </label>
          <label>
            <input type="radio" name="part" checked={!isPart} onChange={() => setPart(false)} />
            <span>
              <a href={TOP_UP_HREF}>Пополнить</a> и искать всё
              <small className="soft">не хватает {counted(price - list.balance, OF_REQUESTS)}</small>
            </span>
          </label>
        </div>
      )}
      <p className="small soft">
        {list.unsure > 0 &&
          `${counted(list.unsure, ROWS_OBJECT)} можно понять по-разному: проверьте таблицу ниже. `}
        Пока ничего не списано. Если по строке ответят не все источники, за неё ничего не спишется.
      </p>
      {refusal && <Banner tone="red">{refusal}</Banner>}
      <div className="row">
        <Button
          kind="primary"
          busy={isBusy}
          disabled={left === 0 || (isShort && (!isPart || affordable === 0))}
          onClick={() => onStart(most)}
        >
          Искать, {counted(cost, REQUESTS)}
        </Button>
      </div>
    </div>
  )
}
