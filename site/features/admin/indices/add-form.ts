import type { ActAnswer } from '#shared/contracts/admin/calls.ts'
import { INDEX_FAILURES } from '#shared/texts/admin.ts'
import { dropNotice, showNotice } from '#site/features/admin/notice-store.ts'
import { AskError, ask } from '#site/lib/ask.ts'
import { createForm } from '#site/lib/form-store.ts'
import { INDICES_PATH, indexErrorText } from './index-calls.ts'
import { indices } from './indices-store.ts'

export const addForm = createForm({
  loadCheck: async () => (await import('./index-check.ts')).checkIndex,
  fallback: INDEX_FAILURES.add,
  async send(form) {
    dropNotice()
    try {
      const { message } = await ask<ActAnswer>(INDICES_PATH, { form })
      await indices.refresh()
      showNotice('moss', message)
    } catch (error) {
      // What the field itself can say is said there, the rest where everything of this page is.
      if (error instanceof AskError && error.fields.index_name) throw error
      throw new AskError(indexErrorText(error, INDEX_FAILURES.add))
    }
    return undefined
  }
})
addForm.$form.listen(({ step, text }) => {
  if (step === 'failed' && text) showNotice('red', text)
})
