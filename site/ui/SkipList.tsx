import { type MouseEvent, type ReactNode, useId, useRef } from 'react'

/** A list with more items than this can be passed over by the keyboard. */
const LONG_LIST = 17

interface SkipListProps {
  count: number
  /** «Пропустить 40 записей». */
  label: string
  children: ReactNode
}

/** A list and, where it is long, a link that leads past it. Link and end are seen while they have the focus. */
export function SkipList({ count, label, children }: SkipListProps) {
  const id = useId()
  const end = useRef<HTMLParagraphElement>(null)
  const isLong = count > LONG_LIST
  // Without a step in the history of the browser.
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    end.current?.focus()
  }
  return (
    <>
      {isLong && (
        <a className="skip" href={`#${id}`} onClick={skip}>
          {label}
        </a>
      )}
      {children}
      {isLong && (
        <p className="skip" id={id} tabIndex={-1} ref={end}>
          Конец списка
        </p>
      )}
    </>
  )
}
