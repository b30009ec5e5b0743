import { type ReactNode, useId } from 'react'
import { Icon } from '#site/ui/Icon.tsx'
import { IconAlertCircle } from '#site/ui/icons/messages.ts'

/** What ties a control to its label, its hint and its refusal. */
export interface FieldTies {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Draws the control with the ties given. */
  children: (ties: FieldTies) => ReactNode
}

/** A label over a control, with the hint or, in its place, the refusal below. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const note = `${id}-note`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': error || hint ? note : undefined,
        'aria-invalid': error ? true : undefined
      })}
      {error ? (
        <p className="error" id={note}>
          <Icon of={IconAlertCircle} />
          {error}
        </p>
      ) : (
        hint && (
          <p className="hint" id={note}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}
