import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { LIST_ROWS_MAX } from '#shared/constants.ts'
import { errorText } from '#site/lib/ask.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { $session } from '#site/lib/session-store.ts'
import { tell } from '#site/lib/toast-store.ts'
import { takeListLines } from '#site/lib/unsent-line.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Field } from '#site/ui/form/Field.tsx'
import { TextArea } from '#site/ui/form/TextArea.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { IconX } from '#site/ui/icons/acts.ts'
import { IconUpload } from '#site/ui/icons/upload.ts'
import { Later, laterPart } from '#site/ui/Later.tsx'
import { $draft, begin, dropDraft, expectOthers, rename, takeFile, takeLines } from './draft-store.ts'
import { EarlierLists } from './EarlierLists.tsx'
import type { ListPurpose } from './ListPurpose.tsx'
import { Steps } from './Steps.tsx'

const Price = laterPart(async () => (await import('./draft-parts.ts')).Price)
const Columns = laterPart(async () => (await import('./draft-parts.ts')).Columns)
const Understood = laterPart(async () => (await import('./draft-parts.ts')).Understood)

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.ndjson,.jsonl,.json'
/** Typing is over when nothing was typed for so long. */
const TYPED_MS = 600

/** Lines or a file, how they were understood, and what they cost. */
export function NewList() {
  const { draft, choice, isBusy, error } = useStore($draft)
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
              <FileDrop />
            </>
          )}
          {choice && error && <Banner tone="red">{error}</Banner>}
        </div>
        {draft ? (
          <Later part={Price} props={{ list: draft.list, isBusy, onStart: begin }} />
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
      {draft && <Later key={draft.list.id} part={Understood} props={{ list: draft.list }} />}
      {!draft && <EarlierLists />}
    </div>
  )
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

const ChosenFile = ({ name, rows }: { name: string; rows: number | undefined }) => (
  <div className="chosen-file">
    <Icon of={IconUpload} />
    <div>
      <b>{name}</b>
      <br />
      {rows !== undefined && <span className="small soft">строк: {formatCount(rows)}</span>}
    </div>
    <Button kind="quiet" size="s" shape="icon" label="Убрать файл" onClick={dropDraft}>
      <Icon of={IconX} />
    </Button>
  </div>
)

function FileDrop() {
  const take = (file: File | undefined) => file && takeFile({ file, columns: null, label: null, sheet: null })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input inside does the same by keys
    <div
      className="drop"
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault()
        take(event.dataTransfer.files[0])
      }}
    >
      <Icon of={IconUpload} />
      <p>
        <b>Или файл</b>
      </p>
      <p className="small soft">CSV, TSV, XLSX или NDJSON. Можно перетащить сюда</p>
      <label className="button" htmlFor="list-file">
        Выбрать файл
      </label>
      <input
        className="sr"
        id="list-file"
        type="file"
        accept={ACCEPTED}
        onChange={event => take(event.target.files?.[0])}
      />
    </div>
  )
}
