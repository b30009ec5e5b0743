import { type ReactNode, useEffect, useState } from 'react'
import { COPY_FEEDBACK_MS } from '#shared/constants.ts'
import { copyText } from '#site/lib/copy.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { IconCopy } from './icons/acts.ts'

/** Copies and shows it for 2 s. */
function useCopy(text: string) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), COPY_FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [done])
  return { done, copy: async () => setDone(await copyText(text)) }
}

interface CopyProps {
  text: string
  /** The value as shown; the text itself where it is the same. */
  children?: ReactNode
}

/** A value that a click copies. */
export function Copy({ text, children }: CopyProps) {
  const { done, copy } = useCopy(text)
  return (
    <button type="button" className="copy" data-done={done ? '' : undefined} onClick={copy}>
      {children ?? text}
      <span className="sr">, скопировать</span>
    </button>
  )
}

interface CopyButtonProps {
  text: string
  /** «Скопировать запись». */
  label: string
}

/** The small button that copies something beside it. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { copy } = useCopy(text)
  return (
    <Button kind="quiet" size="s" shape="icon" label={label} onClick={copy}>
      <Icon of={IconCopy} />
    </Button>
  )
}
