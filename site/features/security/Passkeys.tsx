import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { PasskeyItem } from '#shared/contracts/account/security.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Dialog } from '#site/ui/dialog/Dialog.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconPlus, IconTrash } from '#site/ui/icons/acts.ts'
import { IconKey, IconPencil } from '#site/ui/icons/admin.ts'
import { Rows } from '#site/ui/Rows.tsx'
import { $keyDialog, keyForm, openNewKey } from './passkey-form.ts'
import { deletePasskey } from './security-store.ts'

/** Passkeys: a login without a password, and a second step. */
export function Passkeys({ passkeys }: { passkeys: readonly PasskeyItem[] }) {
  return (
    <Card
      title="Ключи входа"
      action={
        <Button size="s" kind={passkeys.length === 0 ? 'primary' : undefined} onClick={openNewKey}>
          <Icon of={IconPlus} />
          Добавить ключ
        </Button>
      }
    >
      {passkeys.length === 0 ? (
        <Empty icon={IconKey} title="Ключей пока нет">
          <p className="soft">
            С ключом пароль не нужен. Подойдут отпечаток, лицо, PIN или отдельный ключ USB.
          </p>
        </Empty>
      ) : (
        <div className="stack">
          <p className="soft">
            Вход отпечатком, лицом или PIN устройства, без пароля. Ключ не уходит с устройства, подсмотреть
            или выманить его нельзя.
          </p>
          <Rows boxed>
            {passkeys.map(item => (
              <PasskeyRow key={item.id} item={item} />
            ))}
          </Rows>
        </div>
      )}
    </Card>
  )
}

const PasskeyRow = ({ item }: { item: PasskeyItem }) => (
  <li className="row">
    <Icon of={IconKey} />
    <div className="grow">
      <b>{item.title}</b>
      <br />
      <small className="soft">
        добавлен {item.created_at_str}
        {item.last_used_str && `, вход ${item.last_used_str}`}
      </small>
    </div>
    <Button
      kind="quiet"
      size="s"
      shape="icon"
      label={`Переименовать: ${item.title}`}
      onClick={() => $keyDialog.set({ renamed: item })}
    >
      <Icon of={IconPencil} />
    </Button>
    <Button
      kind="quiet"
      size="s"
      shape="icon"
      label={`Удалить ключ: ${item.title}`}
      onClick={() => deletePasskey(item)}
    >
      <Icon of={IconTrash} />
    </Button>
  </li>
)

/** The title of a new key, or another one of a key that there is. */
export function KeyDialog() {
  const dialog = useStore($keyDialog)
  const { step, text, fields } = useStore(keyForm.$form)
  const busy = step === 'submitting'
  useEffect(() => {
    if (!dialog) return
    keyForm.prepare()
    return keyForm.reset
  }, [dialog])
  if (!dialog) return null
  const renamed = 'renamed' in dialog ? dialog.renamed : null

  async function submit(data: FormData) {
    if (await keyForm.submit(Object.fromEntries(data))) $keyDialog.set(null)
  }

  return (
    <Dialog
      title={renamed ? 'Название ключа' : 'Новый ключ входа'}
      onClose={() => $keyDialog.set(null)}
      onSubmit={submit}
      action={
        <Button type="submit" kind="primary" busy={busy}>
          {renamed ? 'Сохранить' : 'Продолжить'}
        </Button>
      }
    >
      <TextField
        label="Название"
        hint="Чтобы узнать его в списке"
        name="title"
        autoComplete="off"
        maxLength={60}
        defaultValue={renamed?.title ?? 'Этот компьютер'}
        error={fields.title}
        readOnly={busy}
      />
      {!renamed && <p className="soft">Дальше устройство само спросит отпечаток, лицо или PIN.</p>}
      {text && <Banner tone="red">{text}</Banner>}
    </Dialog>
  )
}
