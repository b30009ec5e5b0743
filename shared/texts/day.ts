/** «31.03.2027» of `2027-03-31`. */
export const dayText = (iso: string): string => iso.split('-').reverse().join('.')
