import { useState } from 'react'
import type { AdminPayment } from '#shared/contracts/payments-admin.ts'
import { PAYMENT_STATUSES } from '#shared/labels/payments.ts'
import { FilteredList } from '#site/features/admin/parts/FilteredList.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { IconCreditCard } from '#site/ui/icons/admin.ts'
import { PaymentDetails } from './PaymentDetails.tsx'
import { PaymentTable, WaitingTable } from './PaymentTable.tsx'
import { payments } from './payments-store.ts'

const FILTER_TEXTS = {
  name: 'payment',
  label: 'Найти платёж',
  placeholder: 'Имя, номер, адрес или перевод',
  choice: 'Статус',
  all: 'Все статусы',
  options: Object.entries(PAYMENT_STATUSES).map(([value, title]) => ({ value, title }))
}

/** All payments: filtered, searched and paged by the server. */
export function PaymentList() {
  const [opened, open] = useState<AdminPayment | null>(null)
  return (
    <>
      <FilteredList
        label="Список платежей"
        list={payments}
        filterTexts={FILTER_TEXTS}
        choiceField="status"
        rows={answer => answer.payments}
        waiting={<WaitingTable />}
        noneFits="Ничего не подходит"
        noneYet={
          <Empty icon={IconCreditCard} title="Платежей пока нет" as="h2">
            <p>Здесь появятся платежи пользователей.</p>
          </Empty>
        }
      >
        {rows => <PaymentTable rows={rows} onOpen={open} />}
      </FilteredList>
      {opened && <PaymentDetails payment={opened} onClose={() => open(null)} />}
    </>
  )
}
