/** The path of an icon: 24 by 24, drawn by its outline alone. */
export type Drawing = string

interface IconProps {
  of: Drawing
  /** Says what the icon says, where it stands without words. */
  label?: string
  /** Turns when the `<details>` around it opens. */
  turn?: boolean
}

/** An icon beside a word, hidden from readers unless it has a label of its own. */
export const Icon = ({ of, label, turn }: IconProps) => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: it is hidden, or its label is its name
  <svg
    className={turn ? 'icon turn' : 'icon'}
    viewBox="0 0 24 24"
    {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
  >
    <path d={of} />
  </svg>
)
