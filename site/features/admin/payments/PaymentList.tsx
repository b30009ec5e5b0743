import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AdminPayment, AdminPayments } from '#shared/contracts/admin/payments.ts'
import { NETWORK_TITLES, PAYMENT_STATUSES } from '#shared/labels/payments.ts'
import { closeDialog, openDialog } from '#site/features/admin/parts/dialog-store.ts'
import { FilteredList } from '#site/features/admin/parts/FilteredList.tsx'
import { errorText } from '#site/lib/ask.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { counted, type Forms, formatCount } from '#site/lib/numbers.ts'
import { formatUsd } from '#site/lib/payment-text.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { Input } from '#site/ui/form/Input.tsx'
import { IconCreditCard } from '#site/ui/icons/admin.ts'
import { PaymentTable, WaitingTable } from './PaymentTable.tsx'
import { payments } from './payments-store.ts'

const optionsOf = (titles: Record<string, string>) =>
  Object.entries(titles).map(([value, title]) => ({ value, title }))

const FILTER_TEXTS = {
  name: 'payment',
  label: 'Найти платёж',
  placeholder: 'Имя, номер, адрес или перевод',
  choices: [
    { field: 'status', label: 'Статус', all: 'Все статусы', options: optionsOf(PAYMENT_STATUSES) },
    { field: 'network', label: 'Сеть', all: 'Все сети', options: optionsOf(NETWORK_TITLES) }
  ]
} as const

const openDetails = (payment: AdminPayment) =>
  openDialog(async () => {
    const { PaymentDetails } = await import('./PaymentDetails.tsx')
    return <PaymentDetails payment={payment} onClose={closeDialog} />
  })

/** All payments: filtered, searched and paged by the server. */
export const PaymentList = () => (
  <FilteredList
    label="Список платежей"
    list={payments}
    filterTexts={FILTER_TEXTS}
    moreFilters={<Period />}
    rows={answer => answer.payments}
    waiting={<WaitingTable />}
    noneFits="Ничего не подходит"
    noneYet={
      <Empty icon={IconCreditCard} title="Платежей пока нет" as="h2">
        <p>Здесь появятся платежи пользователей.</p>
      </Empty>
    }
  >
    {(rows, answer) => (
      <>
        <Totals {...answer} />
        <PaymentTable rows={rows} onOpen={openDetails} />
      </>
    )}
  </FilteredList>
)

/** When the payments were made. */
function Period() {
  const filter = useStore(payments.$filter)
  const days = [
    { field: 'from', label: 'Созданы с', most: filter.to },
    { field: 'to', label: 'Созданы по', least: filter.from }
  ] as const
  return (
    <div className="row">
      {days.map(({ field, label, ...ends }) => (
        <span className="row tight small" key={field}>
          <label htmlFor={`payment-${field}`}>{label}</label>
          <Input
            className="auto"
            id={`payment-${field}`}
            type="date"
            min={'least' in ends ? ends.least : undefined}
            max={'most' in ends ? ends.most : undefined}
            value={filter[field]}
            onChange={event => payments.filter({ [field]: event.target.value })}
          />
        </span>
      ))}
    </div>
  )
}

const PAYMENTS: Forms = ['платёж', 'платежа', 'платежей']

/** What all pages come to, and the way to have them as a file. */
function Totals({ total, totals }: AdminPayments) {
  return (
    <p className="pager">
      <span>
        {counted(total, PAYMENTS)} на {formatUsd(totals.amount_usd)}&nbsp;USD, пришло{' '}
        {formatUsd(totals.received_usdt)}&nbsp;USDT, зачислено {formatCount(totals.credited)}
      </span>
      <span className="row tight">
        <Save as="csv">Скачать CSV</Save>
        <Save as="xlsx">Скачать XLSX</Save>
      </span>
    </p>
  )
}

function Save({ as, children }: { as: 'csv' | 'xlsx'; children: string }) {
  const [isBusy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      const { exportPayments } = await loadCode(() => import('./export-payments.ts'))
      await exportPayments(as)
    } catch (error) {
      tell(errorText(error))
    }
    setBusy(false)
  }
  return (
    <Button size="s" kind="quiet" busy={isBusy} onClick={save}>
      {children}
    </Button>
  )
}
