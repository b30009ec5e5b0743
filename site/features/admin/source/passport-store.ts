import type { IndexAnswer } from '#shared/contracts/admin/indices.ts'
import { showNotice } from '#site/features/admin/notice-store.ts'
import { ask } from '#site/lib/ask.ts'
import { createForm } from '#site/lib/form-store.ts'
import { examples, SOURCE_SHAPE, source, sourcePath } from './source-store.ts'

export const passportForm = createForm({
  loadCheck: async () => (await import('#site/features/admin/passport/passport-check.ts')).checkPassport,
  fallback: 'Не удалось сохранить паспорт',
  async send(body) {
    const { index } = await ask<IndexAnswer>(sourcePath('/passport'), {
      method: 'PUT',
      body,
      shape: SOURCE_SHAPE
    })
    source.change(() => index)
    showNotice('moss', 'Паспорт сохранён')
    // What may be shown of it may be other columns now.
    examples.load()
    return undefined
  }
})
