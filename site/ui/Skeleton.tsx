/** As wide as two letters of text; a line may break after it. */
const BLANK = '\u00a0\u00a0\u00a0\u00a0\u00a0\u200b'

interface SkeletonProps {
  /** About as many characters as the text that is coming. */
  chars: number
  small?: boolean
}

/** Holds the place of a text in the real layout, so that nothing moves when it comes. */
export const Skeleton = ({ chars, small }: SkeletonProps) => (
  <span className={small ? 'skeleton small' : 'skeleton'} aria-hidden="true">
    {BLANK.repeat(Math.ceil(chars / 2))}
  </span>
)
