/** One static page serves many opaque names. */
export const pageOfMany = (path: string): string => path.replace(/^(\/?search\/list)\/[\w-]{22}\/?$/, '$1')
