import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { LIST_ROWS_MAX } from '#shared/constants.ts'
import { lists } from '#site/features/lists/list-store.ts'
import { Missing } from '#site/features/lists/Missing.tsx'
import { Steps } from '#site/features/lists/Steps.tsx'
import { errorText } from '#site/lib/ask.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { $session } from '#site/lib/session-store.ts'
import { tell } from '#site/lib/toast-store.ts'
import { takeListLines } from '#site/lib/unsent-line.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Field } from '#site/ui/form/Field.tsx'
import { TextArea } from '#site/ui/form/TextArea.tsx'
import { Later, laterPart } from '#site/ui/Later.tsx'
import {
  $draft,
  begin,
  changeDraft,
  dropDraft,
  expectOthers,
  readAgain,
  rename,
  takeLines
} from './draft-store.ts'
import { ChosenFile, FileDropZone } from './FileField.tsx'
import type { ListPurpose } from './ListPurpose.tsx'

const EarlierLists = laterPart(
  async () => (await import('#site/features/lists/EarlierLists.tsx')).EarlierLists
)
const Price = laterPart(async () => (await import('./draft-parts.ts')).Price)
const Columns = laterPart(async () => (await import('./draft-parts.ts')).Columns)
const Understood = laterPart(async () => (await import('./draft-parts.ts')).Understood)

/** Typing is over when nothing was typed for so long. */
const TYPED_MS = 600

/** Lines or a file, how they were understood, and what they cost. */
export function NewList() {
  const { draft, choice, isBusy, error, lost, refusal } = useStore($draft)
  const session = useStore($session)
  const [lines, setLines] = useState('')
  const user = session.step === 'in' ? session.user.id : null
  const usual = session.step === 'in' && session.user.search_purpose
  const [Purpose, setPurpose] = useState<typeof ListPurpose>()
  const isAsked = Boolean(usual)
  useEffect(() => {
    if (!isAsked) return
    loadCode(() => import('./ListPurpose.tsx')).then(
      part => setPurpose(() => part.ListPurpose),
      cause => tell(errorText(cause))
    )
  }, [isAsked])
  useEffect(() => {
    const left = user === null ? '' : takeListLines(Date.now())
    if (left !== '') setLines(left)
  }, [user])
  useEffect(() => {
    if (lines === '') return
    const timer = setTimeout(() => takeLines(lines), TYPED_MS)
    return () => clearTimeout(timer)
  }, [lines])

  return (
    <div className="stack loose">
      <header className="row apart">
        <h1>Поиск списком</h1>
        <p className="small soft">
          До {formatCount(LIST_ROWS_MAX)} строк или файл до 10 МБ. Одна строка, один человек
        </p>
      </header>
      <Steps at={1} />
      <div className="split">
        <div className="card stack lines short">
          {draft && <Title key={draft.list.id} title={draft.list.title} />}
          {usual && Purpose && <Purpose usual={usual} />}
          {choice ? (
            <ChosenFile name={choice.file.name} rows={draft?.list.rows} />
          ) : (
            <>
              <Field
                label="Строки"
                hint="ФИО, дата рождения, телефон, e-mail, ИНН, СНИЛС, паспорт: что есть, в любом порядке"
                error={error || undefined}
              >
                {ties => (
                  <TextArea
                    {...ties}
                    rows={7}
                    spellCheck={false}
                    value={lines}
                    onChange={event => {
                      setLines(event.target.value)
                      if (event.target.value === '') void dropDraft()
                      else expectOthers()
                    }}
                  />
                )}
              </Field>
              <FileDropZone />
            </>
          )}
          {lost && <Missing text={lost} again={readAgain} />}
          {choice && error && <Banner tone="red">{error}</Banner>}
        </div>
        {draft ? (
          <Later part={Price} props={{ list: draft.list, isBusy, refusal, onStart: begin }} />
        ) : (
          <div className="card stack">
            <h2>Цена известна до поиска</h2>
            <p className="soft" role="status">
              {isBusy
                ? 'Разбираем список…'
                : 'Вставьте строки или выберите файл. Покажем, как понята каждая строка, найдём повторы и назовём цену. Пока вы не нажали «Искать», ничего не списывается.'}
            </p>
          </div>
        )}
      </div>
      {draft?.file && <Later part={Columns} props={{ file: draft.file, isBusy }} />}
      {draft && (
        <Later key={draft.list.id} part={Understood} props={{ list: draft.list, onChange: changeDraft }} />
      )}
      {!draft && !lost && <Earlier />}
    </div>
  )
}

function Earlier() {
  const load = useStore(lists.$load)
  useEffect(() => void lists.load(), [])
  if (load.step === 'failed') return <Missing text={load.text} again={lists.load} />
  const hasLists = load.step === 'ready' && load.data.length > 0
  return hasLists && <Later part={EarlierLists} props={{ all: load.data }} />
}

function Title({ title }: { title: string }) {
  const [text, setText] = useState(title)
  return (
    <Field label="Название" hint="Под ним список останется в истории">
      {ties => (
        <input
          {...ties}
          className="input"
          maxLength={120}
          value={text}
          onChange={event => setText(event.target.value)}
          onBlur={() => text !== title && rename(text)}
        />
      )}
    </Field>
  )
}
