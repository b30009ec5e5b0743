import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'

interface FailureProps {
  /** What went wrong, as the server said it. */
  text: string
  /** Where asking again may help. */
  onRetry?: (() => void) | undefined
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
