import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { ADMIN_PAGE_ROWS } from '#shared/constants.ts'
import type { AdminPayment } from '#shared/contracts/payments-admin.ts'
import { PAYMENT_STATUSES } from '#shared/labels/payments.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { Affix } from '#site/ui/form/Affix.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { IconSearch } from '#site/ui/icons/acts.ts'
import { IconCreditCard } from '#site/ui/icons/admin.ts'
import { Pager } from '#site/ui/Pager.tsx'
import { PaymentDetails } from './PaymentDetails.tsx'
import { PaymentTable, WaitingTable } from './PaymentTable.tsx'
import { $filter, changeFilter, dropFilter, type Filter, payments } from './payments-store.ts'

/** All payments: filtered, searched and paged by the server. */
export function PaymentList() {
  const load = useStore(payments.$load)
  return (
    <section className="card flush" aria-label="Список платежей">
      <FilterBar />
      {load.step === 'loading' && <WaitingTable />}
      {load.step === 'failed' && (
        <Banner
          tone="red"
          action={
            <Button size="s" onClick={payments.load}>
              Повторить
            </Button>
          }
        >
          {load.text}
        </Banner>
      )}
      {load.step === 'ready' && <Page {...load.data} />}
    </section>
  )
}

function FilterBar() {
  const { status, search } = useStore($filter)
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
          onChange={event => changeFilter({ search: event.target.value })}
        />
      </div>
      <label className="sr" htmlFor="payment-status">
        Статус
      </label>
      <Select
        className="auto"
        id="payment-status"
        value={status}
        onChange={event => changeFilter({ status: event.target.value as Filter['status'] })}
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
  const { status, search, page } = useStore($filter)
  const [opened, open] = useState<AdminPayment | null>(null)
  if (total === 0) return <Nothing isFiltered={status !== '' || search.trim() !== ''} />
  const first = (page - 1) * ADMIN_PAGE_ROWS
  const shown = `${formatCount(first + 1)}–${formatCount(first + rows.length)} из ${formatCount(total)}`
  return (
    <>
      <PaymentTable rows={rows} onOpen={open} />
      <Pager
        shown={shown}
        page={page}
        pages={Math.ceil(total / ADMIN_PAGE_ROWS)}
        onPage={next => changeFilter({ page: next })}
      />
      {opened && <PaymentDetails payment={opened} onClose={() => open(null)} />}
    </>
  )
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty icon={IconSearch} title="Ничего не подходит" as="h2">
      <Button size="s" onClick={dropFilter}>
        Сбросить фильтр
      </Button>
    </Empty>
  ) : (
    <Empty icon={IconCreditCard} title="Платежей пока нет" as="h2">
      <p>Здесь появятся платежи пользователей.</p>
    </Empty>
  )
