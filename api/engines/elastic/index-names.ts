import type { SourceKey } from '#api/engines/contract.ts'

/*
 * An index has a mark in its name that no other index of its source ever has, and two aliases: one for whoever reads, by
 * the source alone, and one for whoever writes, with the mark. Neither a namespace nor a key has a dot. An index that was
 * made before there were marks has the mark '', is searched by its own name, and written by an alias all the same.
 */

/** Where the records of a source are read. */
export const searchAlias = (namespace: string, source: SourceKey): string => `${namespace}-${source}`

/** The index itself: only whoever makes or drops it calls it so. */
export const indexOf = (namespace: string, source: SourceKey, mark: string): string =>
  mark === '' ? searchAlias(namespace, source) : `${searchAlias(namespace, source)}.${mark}`

/** Where records under this mark are written: nowhere, when their index has gone. */
export const writeAlias = (namespace: string, source: SourceKey, mark: string): string =>
  `${indexOf(namespace, source, mark)}.w`

/** What an action of the bulk interface says of its index, so that the cluster never makes one by itself. */
export const bulkIndex = (alias: string): { _index: string; require_alias: true } => ({
  _index: alias,
  require_alias: true
})

/** Whether an index has been made by this product, for whatever database. */
export const isOwnIndex = (index: string): boolean => /^sverka-[0-9a-f]{12}-/.test(index)

/** Of any name of its index. */
export const sourceOf = (namespace: string, index: string): SourceKey =>
  index.slice(namespace.length + 1).split('.', 1)[0] ?? ''

/** By which a source is searched, of any name of its index. */
export const aliasOf = (index: string): string => index.split('.', 1)[0] ?? ''

/** Of the name of the index itself. */
export const markOf = (index: string): string => index.split('.', 2)[1] ?? ''
