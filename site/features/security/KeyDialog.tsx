import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Dialog } from '#site/ui/dialog/Dialog.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { $keyDialog, keyForm, type PasskeyDialogState } from './passkey-form.ts'
import { security } from './security-store.ts'

/** The title of a new key, or another one of a key that there is. */
export function KeyDialog({ dialog }: { dialog: PasskeyDialogState }) {
  const { step, text, fields } = useStore(keyForm.$form)
  const busy = step === 'submitting'
  useEffect(() => {
    keyForm.prepare()
    return keyForm.reset
  }, [])
  const renamed = 'renamed' in dialog ? dialog.renamed : null

  function close() {
    $keyDialog.set(null)
    // The answer to a key that was stored may have been lost.
    security.refresh()
  }

  async function submit(data: FormData) {
    if (await keyForm.submit(Object.fromEntries(data))) $keyDialog.set(null)
  }

  return (
    <Dialog
      title={renamed ? 'Название ключа' : 'Новый ключ входа'}
      onClose={close}
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
        defaultValue={
          renamed?.title ?? (matchMedia('(pointer: coarse)').matches ? 'Этот телефон' : 'Этот компьютер')
        }
        error={fields.title}
        readOnly={busy}
      />
      {!renamed && <p className="soft">Дальше устройство само спросит отпечаток, лицо или PIN.</p>}
      {text && <Banner tone="red">{text}</Banner>}
    </Dialog>
  )
}
