import { useState } from 'react'
import type { RequestReach, RequestView } from '#shared/contracts/admin/subject-requests.ts'
import { errorText } from '#site/lib/ask.ts'
import { counted, formatCount, RECORDS } from '#site/lib/numbers.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Rows } from '#site/ui/Rows.tsx'
import { askReach } from './requests-store.ts'

interface ReachProps {
  view: RequestView
  isWhole: boolean
  reach: RequestReach | null
  onReach: (reach: RequestReach) => void
}

/** What a block or an erasure takes, what is near and stays, and what else is of the same person. */
export function Reach({ view, isWhole, reach, onReach }: ReachProps) {
  const [isBusy, setBusy] = useState(false)
  const look = async () => {
    setBusy(true)
    await askReach(view, isWhole).then(
      answer => onReach(answer.reach),
      error => tell(errorText(error))
    )
    setBusy(false)
  }
  return (
    <div className="stack">
      <div className="row no-print">
        <Button size="s" busy={isBusy} onClick={look}>
          {reach ? 'Посмотреть заново' : 'Что затронет решение'}
        </Button>
        <span className="small soft">Просмотр остаётся в журнале.</span>
      </div>
      {reach && <Reached reach={reach} view={view} />}
    </div>
  )
}

function Reached({ reach, view: { want, number } }: { reach: RequestReach; view: RequestView }) {
  const { taken, hidden, near, linked, withheld, failed, is_shared } = reach
  return (
    <>
      <Records title={want === 'erase' ? 'Будут стёрты' : 'Не будут показаны'} part={taken} />
      {hidden.count > 0 && (
        <>
          <Records title="Не будут показаны, но не стираются" part={hidden} />
          <p className="small soft">ФИО или дата в них записаны иначе: это может быть однофамилец.</p>
        </>
      )}
      {withheld > 0 && (
        <p className="small soft">
          Ещё записей: {formatCount(withheld)}. Решение затронет и их, но в них есть другие люди, которых
          показывать нельзя.
        </p>
      )}
      <Records title="Рядом, останутся как есть" part={near} />
      {is_shared && (
        <Banner tone="ochre">
          Записи противоречат друг другу: за указанными данными несколько людей, связать их с одним нельзя.
        </Banner>
      )}
      {linked.length > 0 && (
        <section className="stack tight">
          <h3>Точно о том же человеке, в обращении не указано</h3>
          <Rows>
            {linked.map(({ kind, value, kind_label, shown, records }) => (
              <li key={`${kind} ${value}`}>
                <span>
                  {kind_label}: {shown} <small className="soft">{counted(records, RECORDS)}</small>
                </span>
              </li>
            ))}
          </Rows>
          <p className="small soft">
            По этим данным решение ничего не скроет. Чтобы скрыть, добавьте их в «Исключения» с номером{' '}
            {number}.
          </p>
        </section>
      )}
      {failed.length > 0 && <Banner tone="ochre">Не ответили источники: {failed.join(', ')}.</Banner>}
    </>
  )
}

function Records({ title, part: { count, records } }: { title: string; part: RequestReach['taken'] }) {
  return (
    <section className="stack tight">
      <h3>
        {title}: {count === 0 ? 'записей нет' : counted(count, RECORDS)}
      </h3>
      {count > 0 && (
        <Rows>
          {records.map(({ record_id, source, fields }) => (
            <li key={record_id}>
              <span>
                <b>{source}</b> <span className="soft">{fields.map(textOf).join('; ')}</span>
              </span>
            </li>
          ))}
          {count > records.length && <li>И ещё {formatCount(count - records.length)}.</li>}
        </Rows>
      )}
    </section>
  )
}

const textOf = ({ label, value }: { label: string; value: string }): string => `${label}: ${value}`
