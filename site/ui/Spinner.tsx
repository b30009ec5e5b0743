/** Only inside a pressed button or a whole-page wait; the words stand beside it. */
export const Spinner = () => <span className="spinner" aria-hidden="true" />

/** A wait of the whole page, in words. */
export const Wait = ({ children }: { children: string }) => (
  <p className="row" role="status">
    <Spinner />
    {children}
  </p>
)

interface ProgressProps {
  label: string
  value: number
  max: number
}

export const Progress = ({ label, value, max }: ProgressProps) => (
  <progress className="progress" value={value} max={max} aria-label={label} />
)
