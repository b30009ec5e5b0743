import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AdminPayment } from '#shared/contracts/payments-admin.ts'
import { PAYMENT_STATUSES } from '#shared/labels/payments.ts'
import { Failure } from '#site/features/admin/parts/Failure.tsx'
import { ListPager } from '#site/features/admin/parts/ListPager.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { Affix } from '#site/ui/form/Affix.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { IconSearch } from '#site/ui/icons/acts.ts'
import { IconCreditCard } from '#site/ui/icons/admin.ts'
import { PaymentDetails } from './PaymentDetails.tsx'
import { PaymentTable, WaitingTable } from './PaymentTable.tsx'
import { type PaymentFilter, payments } from './payments-store.ts'

/** All payments: filtered, searched and paged by the server. */
export function PaymentList() {
  const load = useStore(payments.$load)
  return (
    <section className="card flush" aria-label="Список платежей">
      <FilterBar />
      {load.step === 'loading' && <WaitingTable />}
      {load.step === 'failed' && <Failure text={load.text} onRetry={payments.load} />}
      {load.step === 'ready' && <Page {...load.data} />}
    </section>
  )
}

function FilterBar() {
  const { status, search } = useStore(payments.$filter)
  return (
    <header className="row">
      <div className="grow">
        <label className="sr" htmlFor="payment-search">
          Найти платёж
        </label>
        <Affix
          icon={IconSearch}
          id="payment-search"
          type="search"
          placeholder="Имя, номер, адрес или перевод"
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={event => payments.filter({ search: event.target.value })}
        />
      </div>
      <label className="sr" htmlFor="payment-status">
        Статус
      </label>
      <Select
        className="auto"
        id="payment-status"
        value={status}
        onChange={event => payments.filter({ status: event.target.value as PaymentFilter['status'] })}
      >
        <option value="">Все статусы</option>
        {Object.entries(PAYMENT_STATUSES).map(([key, title]) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </Select>
    </header>
  )
}

function Page({ payments: rows, total }: { payments: AdminPayment[]; total: number }) {
  const { status, search, page } = useStore(payments.$filter)
  const [opened, open] = useState<AdminPayment | null>(null)
  if (total === 0) return <Nothing isFiltered={status !== '' || search.trim() !== ''} />
  return (
    <>
      <PaymentTable rows={rows} onOpen={open} />
      <ListPager
        rows={rows.length}
        total={total}
        page={page}
        onPage={next => payments.filter({ page: next })}
      />
      {opened && <PaymentDetails payment={opened} onClose={() => open(null)} />}
    </>
  )
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty icon={IconSearch} title="Ничего не подходит" as="h2">
      <Button size="s" onClick={payments.drop}>
        Сбросить фильтр
      </Button>
    </Empty>
  ) : (
    <Empty icon={IconCreditCard} title="Платежей пока нет" as="h2">
      <p>Здесь появятся платежи пользователей.</p>
    </Empty>
  )
