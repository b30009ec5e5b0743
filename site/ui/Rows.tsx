import type { HTMLAttributes } from 'react'

interface RowsProps extends HTMLAttributes<HTMLUListElement> {
  /** With an edge of its own, where it does not lie in a card. */
  boxed?: boolean
}

/** A list of lines with hairlines between. */
export const Rows = ({ boxed, ...rest }: RowsProps) => (
  <ul {...rest} className={boxed ? 'rows boxed' : 'rows'} />
)
