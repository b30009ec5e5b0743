import { Fragment } from 'react'
import type { OperatorInfo } from '#shared/contracts/operator.ts'
import type { Person } from '#shared/contracts/person.ts'
import { Copy } from '#site/ui/Copy.tsx'
import { useFew } from './Few.tsx'
import { Messengers } from './Messengers.tsx'
import { operatorOf, phonesOf } from './summary-view.ts'

/** Phones of the person that pass the check of the summary, and the operator by the numbering plan. */
export function PhoneCheck({ person, operator }: { person: Person; operator: OperatorInfo | null }) {
  const all = phonesOf(person)
  const [phones, others] = useFew(all, 'телефоны')
  if (all.length === 0) return null
  return (
    <>
      <hr />
      <div className="grid pad">
        <div className="stack tight">
          <h4>Проверка телефона</h4>
          <dl className="pairs">
            {phones.map(phone => (
              <Fragment key={phone}>
                <dt>Номер</dt>
                <dd>
                  <Copy text={phone} />
                </dd>
                <Operator of={operatorOf(phone, person, operator)} />
              </Fragment>
            ))}
          </dl>
          {others && <p>{others}</p>}
        </div>
        <Messengers phones={phones} />
      </div>
    </>
  )
}

const Operator = ({ of }: { of: OperatorInfo | null }) =>
  of && (
    <>
      <dt>Оператор</dt>
      <dd>
        {of.operator} <small>{of.note}</small>
      </dd>
      <dt>Регион</dt>
      <dd>{[of.region, of.country].filter(Boolean).join(', ')}</dd>
    </>
  )
