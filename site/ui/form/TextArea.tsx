import type { TextareaHTMLAttributes } from 'react'

/** Several lines of text. */
export const TextArea = (props: TextareaHTMLAttributes<HTMLTextAreaElement>) => (
  <textarea {...props} className="input" />
)
