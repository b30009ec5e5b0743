import { Button } from '#site/ui/Button.tsx'
import { type Drawing, Icon } from '#site/ui/Icon.tsx'

interface RowActProps {
  icon: Drawing
  /** Says of which row: «Удалить demo_trial_01». */
  label: string
  onClick: () => void
}

/** A small button at the end of a row. */
export const RowAct = ({ icon, label, onClick }: RowActProps) => (
  <Button kind="quiet" size="s" shape="icon" label={label} onClick={onClick}>
    <Icon of={icon} />
  </Button>
)
