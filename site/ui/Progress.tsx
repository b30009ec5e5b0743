interface ProgressProps {
  label: string
  value: number
  max: number
}

/** How far something has come. */
export const Progress = ({ label, value, max }: ProgressProps) => (
  <progress className="progress" value={value} max={max} aria-label={label} />
)
