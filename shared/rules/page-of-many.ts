/** The path of the page behind a path: the same for many opaque names, which only its script reads. */
export const pageOfMany = (path: string): string => path.replace(/^(\/?search\/list)\/[\w-]{22}\/?$/, '$1')
