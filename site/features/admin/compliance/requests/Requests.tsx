import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { REQUEST_LISTS, type RequestList } from '#shared/labels/subject-requests.ts'
import { ListPager } from '#site/features/admin/parts/ListPager.tsx'
import { formatCount } from '#site/lib/numbers.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { Wait } from '#site/ui/Spinner.tsx'
import { OneRequest } from './OneRequest.tsx'
import { RequestTable } from './RequestTable.tsx'
import { $opened, requests } from './requests-store.ts'

/** Requests of people about the data on them: all, or the one that is open. */
export function Requests() {
  const opened = useStore($opened)
  return opened === null ? <List /> : <OneRequest />
}

function List() {
  const load = useStore(requests.$load)
  const { list, page } = useStore(requests.$filter)
  useEffect(() => {
    requests.load()
  }, [])
  const data = load.step === 'ready' ? load.data : null
  return (
    <div className="stack gap">
      {data !== null && data.overdue > 0 && (
        <Banner tone="red">Просрочено обращений: {formatCount(data.overdue)}. Ответить нужно сегодня.</Banner>
      )}
      <section className="card flush" aria-label="Обращения">
        <header className="row apart">
          <h2>Обращения</h2>
          <Select
            className="auto"
            aria-label="Какие обращения"
            value={list}
            onChange={event => requests.filter({ list: event.target.value })}
          >
            {(Object.entries(REQUEST_LISTS) as [RequestList, string][]).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
                {data && ` (${formatCount(data.counts[name])})`}
              </option>
            ))}
          </Select>
        </header>
        {load.step === 'loading' && <Wait>Загрузка...</Wait>}
        {load.step === 'failed' && <Failure text={load.text} onRetry={requests.load} />}
        {data !== null && <RequestTable rows={data.requests} />}
        {data !== null && data.total > data.requests.length && (
          <ListPager
            rows={data.requests.length}
            total={data.total}
            page={page}
            onPage={next => requests.filter({ page: next })}
          />
        )}
      </section>
      <p className="small soft">
        Срок: десять рабочих дней с подтверждения кодом. Возражение и удаление с этой минуты действуют
        временно. Ответ человеку не говорит, были ли данные.
      </p>
    </div>
  )
}
