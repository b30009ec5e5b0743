interface ProgressProps {
  label: string
  value: number
  max: number
}

export const Progress = ({ label, value, max }: ProgressProps) => (
  <progress className="progress" value={value} max={max} aria-label={label} />
)
