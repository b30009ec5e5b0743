import { useId, useState } from 'react'
import { NEWS_SUMMARY_MAX_CHARS } from '#shared/admin-constants.ts'
import type { AdminNewsItem } from '#shared/contracts/news.ts'
import { NEWS_TONES } from '#shared/labels/news.ts'
import { closeDialog } from '#site/features/admin/parts/dialog-store.ts'
import { FormDialog } from '#site/features/admin/parts/FormDialog.tsx'
import { formatCount } from '#site/lib/numbers.ts'
import { Button } from '#site/ui/Button.tsx'
import { Check } from '#site/ui/form/Check.tsx'
import { Field } from '#site/ui/form/Field.tsx'
import { TextArea } from '#site/ui/form/TextArea.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { NewsPreview, type NewsText, textIn } from './NewsPreview.tsx'
import { editForm, newNewsForm } from './news-store.ts'

const written = (typed: FormData) => ({
  ...Object.fromEntries(typed),
  is_featured: typed.has('is_featured'),
  is_draft: typed.has('is_draft')
})

/** A piece of news, new where none is given. */
export function NewsDialog({ item }: { item?: AdminNewsItem }) {
  const [form] = useState(() => (item ? editForm(item) : newNewsForm()))
  const categories = useId()
  const [isDraft, setDraft] = useState(false)
  const [preview, setPreview] = useState<NewsText | null>(null)
  return (
    <FormDialog
      title={item ? 'Изменить новость' : 'Новая новость'}
      action={item || isDraft ? 'Сохранить' : 'Опубликовать'}
      form={form}
      onClose={closeDialog}
      valuesOf={written}
    >
      {refusals => (
        <>
          <TextField
            label="Заголовок"
            hint="Обязательно"
            aria-required
            name="title"
            autoComplete="off"
            defaultValue={item?.title}
            error={refusals.title}
          />
          <TextField
            label="Категория"
            hint="Обязательно. Известные категории выделяются цветом"
            aria-required
            name="category"
            list={categories}
            autoComplete="off"
            defaultValue={item?.category}
            error={refusals.category}
          />
          <datalist id={categories}>
            {Object.keys(NEWS_TONES).map(category => (
              <option key={category} value={category} />
            ))}
          </datalist>
          <Field
            label="Текст"
            hint={`Обязательно. До ${formatCount(NEWS_SUMMARY_MAX_CHARS)} знаков`}
            error={refusals.summary}
          >
            {ties => (
              <TextArea {...ties} aria-required name="summary" rows={6} defaultValue={item?.summary} />
            )}
          </Field>
          <TextField
            label="Автор"
            hint="Если не указать, подставится ваше имя"
            name="author"
            autoComplete="off"
            defaultValue={item?.author}
            error={refusals.author}
          />
          <Check name="is_featured" defaultChecked={item?.is_featured}>
            Важное
          </Check>
          {!item && (
            <Check name="is_draft" checked={isDraft} onChange={event => setDraft(event.target.checked)}>
              Черновик: видят только администраторы, опубликовать можно потом
            </Check>
          )}
          <p>
            <Button size="s" onClick={event => setPreview(textIn(event.currentTarget.form))}>
              Предпросмотр
            </Button>
          </p>
          {preview && <NewsPreview {...preview} />}
        </>
      )}
    </FormDialog>
  )
}
