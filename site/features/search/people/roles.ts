/** Tables whose rows fold into lines lose their meaning with `display`; said in words it stays. */
export const TABLE = { role: 'table' } as const
export const ROWS = { role: 'rowgroup' } as const
export const ROW = { role: 'row' } as const
export const CELL = { role: 'cell' } as const
export const HEADING = { role: 'columnheader' } as const
export const ROW_HEADING = { role: 'rowheader' } as const

/** A named part of a panel: several panels may be open, and landmarks of one name confuse. */
export const groupOf = (heading: string) => ({ role: 'group', 'aria-labelledby': heading }) as const
