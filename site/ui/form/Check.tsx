import type { InputHTMLAttributes, ReactNode } from 'react'

interface CheckProps extends InputHTMLAttributes<HTMLInputElement> {
  type?: 'checkbox' | 'radio'
  children: ReactNode
}

/** A box or a radio with its words. */
export const Check = ({ type = 'checkbox', children, ...rest }: CheckProps) => (
  <label className="check">
    <input type={type} {...rest} />
    <span>{children}</span>
  </label>
)
