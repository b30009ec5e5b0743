/** An address of a record. */
export interface Place {
  written: string
  normal: string
  /** From «Связь по адресу»: it ties people, but is not said to be where the person lives. */
  link: boolean
}
