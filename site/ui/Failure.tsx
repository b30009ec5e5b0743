import type { ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'

interface FailureProps {
  /** What went wrong, as the server said it. */
  text: ReactNode
  /** Where asking again may help. */
  onRetry?: (() => unknown) | undefined
}

/** In place of something that could not be had. */
export const Failure = ({ text, onRetry }: FailureProps) => (
  <Banner
    tone="red"
    action={
      onRetry && (
        <Button size="s" onClick={onRetry}>
          Повторить
        </Button>
      )
    }
  >
    {text}
  </Banner>
)
