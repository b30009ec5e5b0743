import type {
  AddedAnswer,
  EraseAnswer,
  LinkedAnswer,
  Suppression,
  SuppressionCheckAnswer,
  SuppressionsAnswer
} from '#shared/contracts/admin/suppressions.ts'
import { createList } from '#site/features/admin/parts/list-store.ts'
import { ask } from '#site/lib/ask.ts'
import { createForm, type FormStore } from '#site/lib/form-store.ts'
import { counted, type Forms, RECORDS } from '#site/lib/numbers.ts'

export const PATH = '/api/auth/admin/suppressions'
export const ENTRIES: Forms = ['исключение', 'исключения', 'исключений']

export const exclusions = createList<{ state: string }, SuppressionsAnswer>(
  PATH,
  { state: '' },
  { suppressions: [{ id: 0, kind_label: '', token: '' }], total: 0, in_force: 0 },
  { state: () => true }
)

/** What is typed of one person. */
export interface Typed {
  kind: string
  value: string
}

/** Why and until when, as the fields have it. */
export interface Grounds {
  reason: string
  request: string
  until: string | null
  is_provisional: boolean
}

export const checkValue = (typed: Typed): Promise<SuppressionCheckAnswer> =>
  ask<SuppressionCheckAnswer>(`${PATH}/check`, { body: typed, shape: { suppressions: [] } })

export const linkedTo = (typed: Typed): Promise<LinkedAnswer> =>
  ask<LinkedAnswer>(`${PATH}/linked`, { body: typed, shape: { linked: [], records: 0 } })

export async function addValues(values: readonly Typed[], grounds: Grounds): Promise<string> {
  const { added, known } = await ask<AddedAnswer>(PATH, {
    body: { values, ...grounds },
    shape: { added: [], known: 0 }
  })
  await exclusions.refresh()
  const news = added.length > 0 ? `Добавлено: ${counted(added.length, ENTRIES)}` : ''
  return [news, known > 0 && `Уже в списке: ${known}`].filter(Boolean).join('. ')
}

/** A form whose check is the rule of the call. */
const actForm = (
  check: 'checkLift' | 'checkErasure',
  fallback: string,
  send: (body: object) => Promise<string>
): FormStore =>
  createForm<object>({
    loadCheck: async () => (await import('./exclusion-checks.ts'))[check],
    fallback,
    async send(body) {
      const text = await send(body)
      await exclusions.refresh()
      return text
    }
  })

export const liftForm = ({ id }: Suppression): FormStore =>
  actForm('checkLift', 'Не удалось снять исключение', async body => {
    await ask(`${PATH}/${id}/lift`, { body })
    return 'Исключение снято'
  })

export const erasureForm = ({ id }: Suppression): FormStore =>
  actForm('checkErasure', 'Не удалось удалить записи', async body => {
    const { erased, is_over } = await ask<EraseAnswer>(`${PATH}/erase`, {
      body: { ...body, ids: [id] },
      shape: { erased: 0, is_over: true }
    })
    return `Удалено: ${counted(erased, RECORDS)}${is_over ? '' : ', остальные удаляются'}`
  })
