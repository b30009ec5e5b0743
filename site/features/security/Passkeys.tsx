import type { PasskeyItem } from '#shared/contracts/account/security.ts'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconPlus, IconTrash } from '#site/ui/icons/acts.ts'
import { IconKey, IconPencil } from '#site/ui/icons/admin.ts'
import { Rows } from '#site/ui/Rows.tsx'
import { $keyDialog, openNewKey } from './passkey-form.ts'
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
  <li className="keyed">
    <Icon of={IconKey} />
    <div>
      <b>{item.title}</b>
      <br />
      <small className="soft">
        добавлен {item.created_at_str}
        {item.last_used_str && `, вход ${item.last_used_str}`}
      </small>
    </div>
    <span>
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
    </span>
  </li>
)
