import type { ExceptionsAnswer, IpException } from '#shared/contracts/admin/ip-exceptions.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { act } from '#site/features/admin/parts/act.ts'
import { ask } from '#site/lib/ask.ts'
import { createForm, type FormStore } from '#site/lib/form-store.ts'
import { createLoad } from '#site/lib/load-store.ts'

const PATH = '/api/auth/admin/ip_exceptions'

export const exceptions = createLoad(
  async () =>
    (await ask<ExceptionsAnswer>(PATH, { shape: { ip_exceptions: [{ id: 0, ip_address: '' }] } }))
      .ip_exceptions
)

export const newExceptionForm = (): FormStore =>
  createForm({
    loadCheck: async () => (await import('#site/features/admin/parts/admin-checks.ts')).checkNewException,
    fallback: 'Не удалось добавить исключение',
    async send({ ip_address, name, description }) {
      await ask(PATH, { form: { ip_address, name, description: description ?? '' } })
      await exceptions.refresh()
      return 'Исключение добавлено'
    }
  })

export const editForm = ({ id }: IpException): FormStore =>
  createForm({
    loadCheck: async () => (await import('#site/features/admin/parts/admin-checks.ts')).checkException,
    fallback: 'Не удалось изменить исключение',
    async send(body) {
      await ask(`${PATH}/${id}`, { method: 'PUT', body })
      await exceptions.refresh()
      return 'Исключение изменено'
    }
  })

/** After a confirmation. */
export const deleteException = ({ id, ip_address, name }: IpException): Promise<boolean> =>
  act({
    question: {
      title: 'Удалить исключение IP?',
      text: `Адрес ${ip_address}, ${quoted(name)}. С него снова понадобится проверка безопасности.`,
      action: `Удалить ${ip_address}`
    },
    call: () => ask(`${PATH}/${id}`, { method: 'DELETE' }),
    done: 'Исключение удалено',
    reload: exceptions.refresh
  })
