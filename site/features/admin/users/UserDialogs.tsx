import { useState } from 'react'
import type { ListedUser } from '#shared/contracts/admin/users.ts'
import { ROLES } from '#shared/labels/all-roles.ts'
import { closeDialog } from '#site/features/admin/parts/dialog-store.ts'
import { FormDialog } from '#site/features/admin/parts/FormDialog.tsx'
import { formatCount } from '#site/lib/numbers.ts'
import { Field } from '#site/ui/form/Field.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { PasswordField } from '#site/ui/form/PasswordField.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { blockForm, editForm, passwordResetForm } from './user-acts.ts'

interface UserDialogProps {
  user: ListedUser
  reload: () => Promise<unknown>
}

export function EditUser({ user, reload }: UserDialogProps) {
  const [form] = useState(() => editForm(user, reload))
  const balance = String(user.requests_count)

  /** A balance that nobody changed is not sent: searches may have spent of it meanwhile. */
  function changed(typed: FormData) {
    const { requests_count: count, ...values } = Object.fromEntries(typed)
    return count === balance ? values : { ...values, requests_count: count }
  }

  return (
    <FormDialog
      title={`Изменить пользователя ${user.username}`}
      action="Сохранить"
      form={form}
      onClose={closeDialog}
      valuesOf={changed}
    >
      {refusals => (
        <>
          <Field label="Роль" error={refusals.role}>
            {ties => (
              <Select {...ties} name="role" defaultValue={user.role}>
                {ROLES.map(role => (
                  <option key={role}>{role}</option>
                ))}
              </Select>
            )}
          </Field>
          <TextField
            label="Количество запросов"
            name="requests_count"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={balance}
            error={refusals.requests_count}
          />
          <TextField
            label="Telegram Chat ID"
            hint="Необязательно. Нужен администраторам для уведомлений"
            name="telegram_chat_id"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={user.telegram_chat_id ?? ''}
            error={refusals.telegram_chat_id}
          />
          <p className="small muted">
            Изменение баланса записывается в журнал отдельной строкой: было {formatCount(user.requests_count)}
            .
          </p>
        </>
      )}
    </FormDialog>
  )
}

export function ChangePassword({ user, reload }: UserDialogProps) {
  const [form] = useState(() => passwordResetForm(user, reload))
  return (
    <FormDialog
      title={`Сменить пароль ${user.username}`}
      action="Сменить пароль"
      form={form}
      onClose={closeDialog}
    >
      {refusals => (
        <>
          {/* For password managers: whose password this is. */}
          <input type="hidden" name="username" autoComplete="username" value={user.username} />
          <PasswordField
            label="Новый пароль"
            hint="Минимум 10 символов, должен содержать буквы и цифры"
            name="new_password"
            autoComplete="new-password"
            error={refusals.new_password}
          />
          <p className="small muted">Сеансы пользователя закончатся сразу, его токены удалятся.</p>
        </>
      )}
    </FormDialog>
  )
}

export function BlockUser({ user, reload }: UserDialogProps) {
  const [form] = useState(() => blockForm(user, reload))
  return (
    <FormDialog
      title={`Заблокировать ${user.username}?`}
      action={`Заблокировать ${user.username}`}
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
            Сеансы и токены закончатся сразу, войти будет нельзя. Имя, баланс и история останутся, блокировку
            можно снять.
          </p>
        </>
      )}
    </FormDialog>
  )
}
