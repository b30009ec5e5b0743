import type { AdminNews, AdminNewsItem } from '#shared/contracts/news.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { act } from '#site/features/admin/parts/act.ts'
import { createList } from '#site/features/admin/parts/list-store.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { createForm, type FormStore } from '#site/lib/form-store.ts'
import { tell } from '#site/lib/toast-store.ts'

const PATH = '/api/auth/admin/news'

export const news = createList<Record<never, string>, AdminNews>(
  PATH,
  {},
  { news: [{ id: 0, title: '' }], total: 0 }
)

const loadCheck = async () => (await import('#site/features/admin/parts/admin-checks.ts')).checkNews

export const newNewsForm = (): FormStore =>
  createForm({
    loadCheck,
    fallback: 'Не удалось сохранить новость',
    async send(body) {
      await ask(PATH, { body })
      await news.refresh()
      return body.is_draft ? 'Черновик сохранён' : 'Новость опубликована'
    }
  })

/** It keeps its date, and stays a draft or public: an edit is no new piece of news. */
export const editForm = ({ id, date }: AdminNewsItem): FormStore =>
  createForm({
    loadCheck,
    fallback: 'Не удалось изменить новость',
    async send(body) {
      await ask(`${PATH}/${id}`, { method: 'PUT', body: { ...body, date } })
      await news.refresh()
      return 'Новость изменена'
    }
  })

/** Marks a piece of news as important, or takes the mark off. Never rejects. */
export async function feature({ id, is_draft: _, ...item }: AdminNewsItem): Promise<void> {
  try {
    await ask(`${PATH}/${id}`, { method: 'PUT', body: { ...item, is_featured: !item.is_featured } })
    tell(item.is_featured ? 'Новость больше не отмечена как важная' : 'Новость отмечена как важная')
  } catch (error) {
    tell(errorText(error))
  }
  await news.refresh()
}

/** After a confirmation: everybody sees it from now on. */
export const publishNews = ({ id, title }: AdminNewsItem): Promise<boolean> =>
  act({
    question: {
      title: 'Опубликовать новость?',
      text: `${quoted(title)}. Её увидят все пользователи на главной странице.`,
      action: 'Опубликовать',
      kind: 'primary'
    },
    call: () => ask(`${PATH}/${id}/publish`, { method: 'POST' }),
    done: 'Новость опубликована',
    reload: news.refresh
  })

/** After a confirmation. */
export const deleteNews = ({ id, title }: AdminNewsItem): Promise<boolean> =>
  act({
    question: {
      title: 'Удалить новость?',
      text: `${quoted(title)}. Она исчезнет с главной страницы, вернуть её нельзя.`,
      action: 'Удалить новость'
    },
    call: () => ask(`${PATH}/${id}`, { method: 'DELETE' }),
    done: 'Новость удалена',
    reload: news.refresh
  })
