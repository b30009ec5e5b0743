import { useState } from 'react'
import type { Suppression } from '#shared/contracts/admin/suppressions.ts'
import { ERASE_WORD } from '#shared/rules/suppression.ts'
import { closeDialog } from '#site/features/admin/parts/dialog-store.ts'
import { FormDialog } from '#site/features/admin/parts/FormDialog.tsx'
import { Banner } from '#site/ui/Banner.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { erasureForm, liftForm } from './exclusions-store.ts'

const nameOf = ({ kind_label, token }: Suppression) => `${kind_label} ${token}`

export function LiftDialog({ entry }: { entry: Suppression }) {
  const [form] = useState(() => liftForm(entry))
  return (
    <FormDialog title="Снять исключение?" action="Снять исключение" form={form} onClose={closeDialog}>
      {refusals => (
        <>
          <p>
            {nameOf(entry)}. Записи с этим значением снова будут находиться, если их не скрывает другое
            исключение.
          </p>
          <TextField
            label="Причина"
            hint="Останется в журнале"
            name="reason"
            autoComplete="off"
            error={refusals.reason}
          />
        </>
      )}
    </FormDialog>
  )
}

export function EraseDialog({ entry }: { entry: Suppression }) {
  const [form] = useState(() => erasureForm(entry))
  return (
    <FormDialog title="Удалить записи?" action="Удалить записи" form={form} onClose={closeDialog}>
      {refusals => (
        <>
          <p>
            {nameOf(entry)}. Все записи с этим значением исчезнут из базы и индексов навсегда, в том числе
            записи других людей с тем же телефоном или адресом почты. Исключение останется: загрузить их снова
            нельзя.
          </p>
          {entry.state === 'provisional' && (
            <Banner tone="ochre">Исключение временное: решения ещё нет, а удалённое не вернуть.</Banner>
          )}
          <TextField
            label={`Чтобы подтвердить, введите слово ${ERASE_WORD}`}
            name="confirm"
            autoComplete="off"
            error={refusals.confirm}
          />
        </>
      )}
    </FormDialog>
  )
}
