import { createForm } from '#site/lib/form-store.ts'
import { chooseTarget } from './import-store.ts'

const NAME_CHARS = 40

/** The source that the data are for. It is made by the import. */
export const targetForm = createForm({
  loadCheck: async () => (await import('#site/features/admin/indices/index-check.ts')).checkIndex,
  fallback: '',
  async send({ index_name }) {
    chooseTarget(index_name)
    return undefined
  }
})

/** The letters from а to я, and ё two places behind. */
const LATIN = 'a b v g d e zh z i y k l m n o p r s t u f h ts ch sh sch  y  e yu ya  e'.split(' ')

/** The name of a file as that of an index, its Cyrillic letters in Latin ones; of one without letters and digits, «№», any. */
export const suggestedName = (fileName: string): string =>
  fileName
    .normalize()
    .toLowerCase()
    .replace(/(\.[a-z0-9]{1,6}){1,2}$/, '')
    .replace(/[\u0430-\u0451]/g, letter => LATIN[letter.charCodeAt(0) - 1072] ?? '')
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, NAME_CHARS)
    .replace(/^_|_$/g, '') || 'data'
