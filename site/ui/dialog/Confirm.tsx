import { useStore } from '@nanostores/react'
import { Button } from '#site/ui/Button.tsx'
import { $confirmation } from './confirm-store.ts'

/** Shows what `confirm()` asks; a page that asks draws it once. */
export function Confirm() {
  const confirmation = useStore($confirmation)
  if (!confirmation) return null
  const { Dialog, title, text, action, dismiss, kind = 'remove', answer } = confirmation
  return (
    <Dialog
      title={title}
      onClose={() => answer(false)}
      onSubmit={() => answer(true)}
      dismiss={dismiss}
      action={
        <Button type="submit" kind={kind}>
          {action}
        </Button>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
