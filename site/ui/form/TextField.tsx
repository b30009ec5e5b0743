import type { InputHTMLAttributes } from 'react'
import { Field } from './Field.tsx'
import { Input } from './Input.tsx'

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: string | undefined
  error?: string | undefined
}

/** A line of text with its label, hint and refusal. */
export const TextField = ({ label, hint, error, ...input }: TextFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {ties => <Input {...input} {...ties} />}
  </Field>
)
