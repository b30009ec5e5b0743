import { CopyButton } from './Copy.tsx'

interface ValueProps {
  /** «Скопировать адрес». */
  label: string
  children: string
}

/** A machine-made value (address, token, id) with its copy button. */
export const Value = ({ label, children }: ValueProps) => (
  <p className="value">
    <code>{children}</code>
    <CopyButton text={children} label={label} />
  </p>
)
