import { useEffect } from 'react'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'

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
  return (
    <Banner
      tone="red"
      action={
        <Button size="s" onClick={again}>
          Повторить
        </Button>
      }
    >
      {text}
    </Banner>
  )
}
