/** Postgres array literal of signed 64-bit numbers, or of such as are written already. */
export function bigintArray(values: readonly (bigint | string)[]): string {
  return `{${values.join(',')}}`
}
