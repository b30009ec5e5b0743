import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconX } from '#site/ui/icons/acts.ts'

interface DialogProps {
  title: string
  /** Called once however it closes: Escape, the cross, «Отмена», a click on the veil. */
  onClose: () => void
  /** Submits the dialog's form; closing is the caller's. Without it the dialog only tells. */
  onSubmit?: (data: FormData) => void
  /** The button that acts. The one that closes stands before it. */
  action?: ReactNode
  /** The word on the button that closes; «Не отменять» beside an act that cancels something. */
  dismiss?: string
  children?: ReactNode
}

/**
 * A modal dialog, open as long as it is mounted. The focus goes to the first field, or to «Отмена» where there is none,
 * and back to the opener at the end. A dialog that only tells has «Закрыть» in its place.
 */
export function Dialog({ title, onClose, onSubmit, action, dismiss = 'Отмена', children }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  // A layout effect, because its cleanup runs while the dialog still stands: only then can it give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element
      ?.querySelector<HTMLElement>('input:not([readonly], [type=hidden]), select, textarea, footer button')
      ?.focus()
    return () => element?.close()
  }, [])

  const close = () => dialog.current?.close()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit?.(new FormData(event.currentTarget))
  }

  return (
    <dialog className="dialog" ref={dialog} aria-labelledby={id} onClose={onClose} closedby="any">
      <form onSubmit={submit}>
        <header className="row apart pad">
          <h2 className="grow" id={id}>
            {title}
          </h2>
          <Button kind="quiet" size="s" shape="icon" label="Закрыть" onClick={close}>
            <Icon of={IconX} />
          </Button>
        </header>
        <div className="stack pad">{children}</div>
        <footer className="row pad">
          <Button onClick={close}>{action ? dismiss : 'Закрыть'}</Button>
          {action}
        </footer>
      </form>
    </dialog>
  )
}
