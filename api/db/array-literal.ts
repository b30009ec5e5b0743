export function bigintArray(values: readonly (bigint | string)[]): string {
  return `{${values.join(',')}}`
}
