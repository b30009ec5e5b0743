import { useStore } from '@nanostores/react'
import { Button } from '#site/ui/Button.tsx'
import { $question } from './confirm-store.ts'
import { Dialog } from './Dialog.tsx'

/** Shows the question of `confirm()`; a page that asks draws it once. */
export function Confirm() {
  const question = useStore($question)
  if (!question) return null
  const { title, text, action, kind = 'remove', answer } = question
  return (
    <Dialog
      title={title}
      onClose={() => answer(false)}
      onSubmit={() => answer(true)}
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
