import { useState } from 'react'
import type { LinkedAnswer } from '#shared/contracts/admin/suppressions.ts'
import { closeDialog } from '#site/features/admin/parts/dialog-store.ts'
import { errorText } from '#site/lib/ask.ts'
import { counted, formatCount, RECORDS } from '#site/lib/numbers.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Dialog } from '#site/ui/dialog/Dialog.tsx'
import { Check } from '#site/ui/form/Check.tsx'
import { addValues, type Grounds, type Typed } from './exclusions-store.ts'

interface AddDialogProps {
  typed: Typed
  grounds: Grounds
  linked: LinkedAnswer
  onDone: () => void
}

/** Shows what the records link to a value, and enters it with what stays chosen. */
export function AddDialog({ typed, grounds, linked: answer, onDone }: AddDialogProps) {
  const { kind_label, linked, records, is_shared } = answer
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function submit(data: FormData) {
    if (busy) return
    setBusy(true)
    const chosen = data.getAll('linked').map(Number)
    const values = [
      typed,
      ...linked.filter((_, at) => chosen.includes(at)).map(({ kind, value }) => ({ kind, value }))
    ]
    try {
      tell(await addValues(values, grounds))
      closeDialog()
      onDone()
    } catch (error) {
      setFailure(errorText(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      title="Исключить человека?"
      onClose={closeDialog}
      onSubmit={submit}
      action={
        <Button type="submit" kind="primary" busy={busy}>
          Исключить
        </Button>
      }
    >
      <p>
        {kind_label}: {typed.value}.{' '}
        {records === 0 ? 'Записей с этим значением нет.' : `Записей с ним в базе: ${formatCount(records)}.`}
      </p>
      {is_shared && (
        <Banner tone="ochre">
          Это значение встречается у нескольких людей, поэтому вместе с ним ничего не предлагается.
        </Banner>
      )}
      {linked.length > 0 && (
        <fieldset className="stack tight">
          <legend>
            {linked.every(({ is_sure }) => is_sure)
              ? 'Записи точно связывают с ним'
              : 'Есть в тех же записях: отметьте только то, что относится к этому человеку'}
          </legend>
          {linked.map(({ kind, value, kind_label: label, shown, records: count, is_sure }, at) => (
            <Check key={`${kind} ${value}`} name="linked" value={at} defaultChecked={is_sure}>
              {label}: {shown} <small className="soft">{counted(count, RECORDS)}</small>
            </Check>
          ))}
        </fieldset>
      )}
      {failure && <Banner tone="red">{failure}</Banner>}
    </Dialog>
  )
}
