import type { ServiceSettings } from '#shared/contracts/admin/settings.ts'
import { createAudit } from '#site/features/admin/audit/audit-store.ts'
import { act } from '#site/features/admin/parts/act.ts'
import { ask } from '#site/lib/ask.ts'
import { createForm } from '#site/lib/form-store.ts'
import { createLoad } from '#site/lib/load-store.ts'

const PATH = '/api/auth/admin'

const SETTINGS_SHAPE = { rate: 0, telegram_admins: [{ id: 0 }], exempt_ips: [] } as const

export const settings = createLoad(() => ask<ServiceSettings>(`${PATH}/settings`, { shape: SETTINGS_SHAPE }))

/** Changes of the terms, from the audit. */
export const termsHistory = createAudit({ act: 'terms_update' })

export const termsForm = createForm({
  loadCheck: async () => (await import('#site/features/admin/parts/admin-checks.ts')).checkTerms,
  fallback: 'Не удалось сохранить курс',
  async send(terms) {
    const saved = await ask<ServiceSettings>(`${PATH}/settings/rate`, {
      form: { ...terms },
      shape: SETTINGS_SHAPE
    })
    settings.change(() => saved)
    termsHistory.load()
    return 'Настройки сохранены'
  }
})

export const addressForm = createForm({
  loadCheck: async () => (await import('#site/features/admin/parts/admin-checks.ts')).checkExemptAddress,
  fallback: 'Не удалось добавить адрес',
  async send(form) {
    await ask(`${PATH}/exempt_ips`, { form })
    await settings.refresh()
    return 'Адрес добавлен'
  }
})

/** After a confirmation. */
export const deleteAddress = (ip: string): Promise<boolean> =>
  act({
    question: {
      title: 'Удалить адрес из исключений?',
      text: `Адрес ${ip}. С него снова понадобится проверка безопасности.`,
      action: `Удалить ${ip}`
    },
    async call() {
      // «Адрес добавлен» would speak of another one.
      addressForm.reset()
      await ask(`${PATH}/exempt_ips/${encodeURIComponent(ip)}`, { method: 'DELETE' })
    },
    done: 'Адрес удалён',
    reload: settings.refresh
  })
