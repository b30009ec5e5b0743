import { useState } from 'react'
import type { IpException } from '#shared/contracts/admin/ip-exceptions.ts'
import { closeDialog } from '#site/features/admin/parts/dialog-store.ts'
import { FormDialog } from '#site/features/admin/parts/FormDialog.tsx'
import { Check } from '#site/ui/form/Check.tsx'
import { Field } from '#site/ui/form/Field.tsx'
import { TextArea } from '#site/ui/form/TextArea.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { editForm, newExceptionForm } from './exceptions-store.ts'

export function NewException() {
  const [form] = useState(newExceptionForm)
  return (
    <FormDialog title="Новое исключение IP" action="Добавить" form={form} onClose={closeDialog}>
      {refusals => (
        <>
          <TextField
            label="IP-адрес"
            hint="IPv4 или IPv6, один адрес"
            name="ip_address"
            autoComplete="off"
            spellCheck={false}
            error={refusals.ip_address}
          />
          <Words refusals={refusals} />
        </>
      )}
    </FormDialog>
  )
}

const edited = (typed: FormData) => ({ ...Object.fromEntries(typed), is_active: typed.has('is_active') })

export function EditException({ exception }: { exception: IpException }) {
  const [form] = useState(() => editForm(exception))
  return (
    <FormDialog
      title={`Изменить ${exception.ip_address}`}
      action="Сохранить"
      form={form}
      onClose={closeDialog}
      valuesOf={edited}
    >
      {refusals => (
        <>
          <Words refusals={refusals} name={exception.name} description={exception.description ?? ''} />
          <Check name="is_active" defaultChecked={exception.is_active}>
            Активно
          </Check>
        </>
      )}
    </FormDialog>
  )
}

interface WordsProps {
  refusals: Record<string, string>
  name?: string
  description?: string
}

const Words = ({ refusals, name, description }: WordsProps) => (
  <>
    <TextField label="Название" name="name" autoComplete="off" defaultValue={name} error={refusals.name} />
    <Field label="Описание" hint="Необязательно" error={refusals.description}>
      {ties => <TextArea {...ties} name="description" rows={3} defaultValue={description} />}
    </Field>
  </>
)
