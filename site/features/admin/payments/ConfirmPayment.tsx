import { useState } from 'react'
import type { AdminPayment } from '#shared/contracts/admin/payments.ts'
import { closeDialog } from '#site/features/admin/parts/dialog-store.ts'
import { FormDialog } from '#site/features/admin/parts/FormDialog.tsx'
import { shortId } from '#site/lib/payment-text.ts'
import { TextField } from '#site/ui/form/TextField.tsx'
import { confirmationForm, confirmationText } from './payments-store.ts'

/** Asks before a payment is credited by hand, and what that rests on. */
export function ConfirmPayment({ payment }: { payment: AdminPayment }) {
  const [form] = useState(() => confirmationForm(payment))
  return (
    <FormDialog
      title="Подтвердить платёж?"
      action={`Подтвердить ${shortId(payment.id)}`}
      form={form}
      onClose={closeDialog}
    >
      {refusals => (
        <>
          <p>{confirmationText(payment)}</p>
          <TextField
            label="Основание"
            hint="Необязательно. Остаётся у платежа и в журнале действий"
            name="reason"
            autoComplete="off"
            error={refusals.reason}
          />
        </>
      )}
    </FormDialog>
  )
}
