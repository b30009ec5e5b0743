import { useStore } from '@nanostores/react'
import { PRODUCT_NAME } from '#shared/constants.ts'
import { copyText } from '#site/lib/copy.ts'
import { saveFile } from '#site/lib/export/save-file.ts'
import { $session } from '#site/lib/session-store.ts'
import { Button } from '#site/ui/Button.tsx'
import { Dialog } from '#site/ui/dialog/Dialog.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconCopy, IconPrinter } from '#site/ui/icons/acts.ts'

const FILE = 'sverka-backup-codes.txt'

interface BackupCodesProps {
  codes: readonly string[]
  /** Whether others were in force before. */
  replaced: boolean
  onClose(): void
}

/** Codes that were just made, this once. */
export function BackupCodes({ codes, replaced, onClose }: BackupCodesProps) {
  const session = useStore($session)
  const name = session.step === 'in' ? session.user.username : ''
  const text = `${PRODUCT_NAME}, ${name}\n${codes.join('\n')}\n`
  return (
    <Dialog
      title="Резервные коды"
      onClose={onClose}
      onSubmit={onClose}
      dismiss="Закрыть"
      action={
        <Button type="submit" kind="primary">
          Сохранил
        </Button>
      }
    >
      <p>
        Каждый код заменяет приложение или ключ один раз. Сохраните их не там, где пароль: второй раз не
        покажем.
      </p>
      <ol className="backup">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row tight">
        <Button size="s" onClick={() => copyText(text)}>
          <Icon of={IconCopy} />
          Скопировать
        </Button>
        <Button size="s" onClick={() => saveFile(FILE, 'text/plain', text)}>
          Файлом
        </Button>
        <Button size="s" onClick={() => print()}>
          <Icon of={IconPrinter} />
          Печать
        </Button>
      </div>
      <p className="small soft">
        {PRODUCT_NAME}, {name}.{replaced && ' Прежние резервные коды больше не действуют.'}
      </p>
    </Dialog>
  )
}
