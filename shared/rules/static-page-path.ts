/** One static page serves many opaque names. */
export const staticPagePath = (path: string): string =>
  path.replace(/^(\/?search\/list)\/[\w-]{22}\/?$/, '$1')
