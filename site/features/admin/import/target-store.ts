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

/** What is Latin in the name of a file, as the name of an index. */
export const suggestedName = (fileName: string): string =>
  fileName
    .toLowerCase()
    .replace(/(\.[a-z0-9]{1,6}){1,2}$/, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+/, '')
    .slice(0, NAME_CHARS)
    .replace(/_+$/, '')
