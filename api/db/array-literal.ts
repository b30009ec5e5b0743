/** Postgres array literal of signed 64-bit numbers, as bigints or as text. */
export function bigintArray(values: readonly (bigint | string)[]): string {
  return `{${values.join(',')}}`
}
