import { useStore } from '@nanostores/react'
import type { ImportView } from '#shared/contracts/admin/imports.ts'
import { percent } from '#site/features/admin/source/batch-words.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Progress } from '#site/ui/Progress.tsx'
import { paceText, rowsText } from './amounts.ts'
import { $isActing, $isCut, stopImport } from './import-acts.ts'

/** How far an import is. It goes on without this page. */
export function Running({ job: { id, file_name, state, progress } }: { job: ImportView }) {
  const isActing = useStore($isActing)
  const isServerUnreachable = useStore($isCut)
  const part = progress?.part ?? 0
  return (
    <Card title={`Идёт загрузка: ${file_name}`}>
      <div className="stack">
        <Progress label="Загружено" value={part} max={1} />
        {state === 'waiting' ? (
          <p role="status">{progress?.note ?? 'Ждёт, пока закончится другая загрузка.'}</p>
        ) : (
          <p role="status">
            {percent(part)}
            {progress && `, ${rowsText(progress.rows)}`}
            <span className="soft">
              {progress && pace(progress.rows_per_second, progress.seconds_left, progress.note)}
            </span>
          </p>
        )}
        {isServerUnreachable && (
          <Banner tone="ochre" icon="wait">
            Связи с сервером нет, показано последнее известное.
          </Banner>
        )}
        <p className="row">
          <Button busy={isActing} onClick={() => stopImport(id)}>
            Остановить
          </Button>
          <span className="small muted">Страницу можно закрыть: загрузка продолжится на сервере.</span>
        </p>
      </div>
    </Card>
  )
}

const pace = (rowsPerSecond: number | null, secondsLeft: number | null, note: string | null) =>
  [paceText(rowsPerSecond, secondsLeft), note]
    .filter(Boolean)
    .map(text => `, ${text}`)
    .join('')
