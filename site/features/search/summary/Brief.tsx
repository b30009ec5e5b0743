import { Fragment, type ReactNode } from 'react'
import type { Person } from '#shared/contracts/person.ts'
import { SearchFrom } from '#site/features/search/ask/SearchFrom.tsx'
import type { Results } from '#site/features/search/records/results-view.ts'
import { goToPerson } from '#site/features/search/view-store.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Copy } from '#site/ui/Copy.tsx'
import { briefOf } from './brief-view.ts'
import { useFew } from './Few.tsx'
import { AskMessengers } from './Messengers.tsx'
import { operatorOf } from './summary-view.ts'

/** The summary in short: its values, the phones with their check, and who is connected. */
export function Brief({ person, results }: { person: Person; results: Results }) {
  const { values, phones, organisations, relatives, rest } = briefOf(person, results)
  const [shownPhones, otherPhones] = useFew(phones, 'телефоны')
  return (
    <>
      <dl className="flow">
        {[...Map.groupBy(values, ({ field }) => field)].map(([field, ofField]) => (
          <Few key={field} field={field} items={ofField}>
            {({ value, clash }) => (
              <Fact key={value} field={field}>
                <Copy text={value} />
                <SearchFrom value={value} />
                {clash && <Badge tone="ochre">{clash}</Badge>}
              </Fact>
            )}
          </Few>
        ))}
        <Few field="Организация" items={organisations}>
          {({ id, title, name }) => (
            <Fact key={id} field="Организация">
              {title}
              <SearchFrom value={name} />
            </Fact>
          )}
        </Few>
        {relatives.length > 0 && (
          <Fact field="Связанные лица">
            <span>
              {relatives.map(({ key, name }, at) => (
                <Fragment key={key}>
                  {at > 0 && ', '}
                  <button type="button" className="link" onClick={() => goToPerson(key)}>
                    {name}
                  </button>
                </Fragment>
              ))}
              {rest > 0 && ` и ещё ${rest}`}
            </span>
          </Fact>
        )}
      </dl>
      {shownPhones.map(phone => {
        const operator = operatorOf(phone, person, results.answer.operator_info)
        return (
          <div className="row tight" key={phone}>
            <dl className="flow">
              <Fact field="Проверка телефона">
                <Copy text={phone} />
                <SearchFrom value={phone} />
              </Fact>
            </dl>
            {operator && (
              <span className="small soft">
                {[operator.operator, operator.region || operator.country].filter(Boolean).join(', ')}
              </span>
            )}
            <AskMessengers phone={phone} />
          </div>
        )
      })}
      {otherPhones && <p>{otherPhones}</p>}
    </>
  )
}

interface FewProps<T> {
  field: string
  items: readonly T[]
  children(item: T): ReactNode
}

/** The first values of a field. */
function Few<T>({ field, items, children }: FewProps<T>) {
  const [shown, others] = useFew(items, field)
  return (
    <>
      {shown.map(children)}
      {others && (
        <div>
          <dt className="sr">{field}</dt>
          <dd>{others}</dd>
        </div>
      )}
    </>
  )
}

const Fact = ({ field, children }: { field: string; children: ReactNode }) => (
  <div>
    <dt>{field}</dt>
    <dd>{children}</dd>
  </div>
)
