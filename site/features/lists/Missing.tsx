import { useEffect } from 'react'
import { Failure } from '#site/ui/Failure.tsx'

interface MissingProps {
  text: string
  /** Asks again: by the button, and by itself once the browser is online. */
  again(): unknown
}

/** What is not here for want of an answer. */
export function Missing({ text, again }: MissingProps) {
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [again])
  return <Failure text={text} onRetry={again} />
}
