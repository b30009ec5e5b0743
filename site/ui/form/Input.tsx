import type { InputHTMLAttributes, SelectHTMLAttributes } from 'react'

const className = (extra?: string) => (extra ? `input ${extra}` : 'input')

export const Input = ({ className: extra, ...rest }: InputHTMLAttributes<HTMLInputElement>) => (
  <input {...rest} className={className(extra)} />
)

export const Select = ({ className: extra, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) => (
  <select {...rest} className={className(extra)} />
)
