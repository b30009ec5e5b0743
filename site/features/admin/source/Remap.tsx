import { useStore } from '@nanostores/react'
import { paceText, rowsText } from '#site/features/admin/import/amounts.ts'
import { indexErrorText } from '#site/features/admin/indices/index-calls.ts'
import { showNotice } from '#site/features/admin/notice-store.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Progress } from '#site/ui/Progress.tsx'
import { percent } from './batch-words.ts'
import { $draft, $isRemapping, $kindChoice, draftedLabels, NO_DRAFT } from './remap-store.ts'
import { isUnderWay, type Source } from './source-store.ts'

/** Begins to change columns, and shows how far the last change is. */
export function Remap({ index }: { index: Source }) {
  const draft = useStore($draft)
  const isBusy = useStore($isRemapping)
  if (index.remap && isUnderWay(index.remap)) return <UnderWay remap={index.remap} />
  if (index.adopted) return null
  if (!draft)
    return (
      <>
        {index.remap?.state === 'failed' && (
          <Banner tone="red">Изменение колонок не удалось. {index.remap.failure}</Banner>
        )}
        <p>
          <Button onClick={beginDraft}>Изменить колонки</Button>
        </p>
      </>
    )
  return (
    <p className="row">
      <Button
        kind="primary"
        busy={isBusy}
        disabled={draftedLabels(draft).length === 0}
        onClick={() => apply(index)}
      >
        Применить
      </Button>
      <Button onClick={() => $draft.set(null)}>Отмена</Button>
    </p>
  )
}

const showFailure = (error: unknown) => showNotice('red', indexErrorText(error, ''))

const beginDraft = () =>
  loadCode(() => import('./KindChoice.tsx')).then(({ KindChoice }) => {
    $kindChoice.set(KindChoice)
    $draft.set(NO_DRAFT)
  }, showFailure)

const apply = (index: Source) =>
  loadCode(() => import('./remap-act.ts')).then(({ remap }) => remap(index), showFailure)

function UnderWay({ remap: { state, progress } }: { remap: NonNullable<Source['remap']> }) {
  const { part, rows, rows_per_second, seconds_left, note } = progress
  const pace = paceText(rows_per_second, seconds_left)
  return (
    <div className="stack tight">
      <Progress label="Изменение колонок" value={part} max={1} />
      <p role="status">
        {state === 'waiting'
          ? (note ?? 'Ждёт очереди.')
          : `Колонки меняются: ${percent(part)}, ${rowsText(rows)}${pace && `, ${pace}`}.`}
      </p>
    </div>
  )
}
