import { useState } from 'react'
import type { Signal } from '#shared/contracts/admin/signals.ts'
import { closeDialog } from '#site/features/admin/parts/dialog-store.ts'
import { FormDialog } from '#site/features/admin/parts/FormDialog.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { closingForm } from './signals-store.ts'

/** Why a signal is closed, for who reads it later. */
export function CloseSignal({ signal }: { signal: Signal }) {
  const [form] = useState(() => closingForm(signal))
  return (
    <FormDialog
      title={`Снять сигнал о ${signal.user.username}?`}
      action="Снять сигнал"
      form={form}
      onClose={closeDialog}
    >
      {refusals => (
        <>
          <TextField
            label="Причина"
            hint="Её видят только администраторы"
            name="reason"
            autoComplete="off"
            error={refusals.reason}
          />
          <p className="small muted">
            Дальше считается только то, что будет после этого. Замедление снимается вместе с последним
            сигналом.
          </p>
        </>
      )}
    </FormDialog>
  )
}
