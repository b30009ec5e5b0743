import { useStore } from '@nanostores/react'
import type { ImportReport, ImportView } from '#shared/contracts/admin/imports.ts'
import { sourceHref } from '#site/features/admin/indices/index-links.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button, LinkButton } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Stat } from '#site/ui/Stat.tsx'
import { $isActing, deleteImportFile, forgetImport, perform } from './import-acts.ts'
import { $target } from './import-store.ts'
import { rejectsHref } from './imports.ts'
import { continueImport } from './order-store.ts'

/** What an import came to, or how far it was when somebody stopped it. */
export function Outcome({ job }: { job: ImportView }) {
  const target = useStore($target) || job.order?.source
  return (
    <>
      {job.state === 'done' ? <Finished job={job} /> : <Stopped job={job} />}
      {job.report && <Figures report={job.report} />}
      <div className="row">
        {job.has_rejects && (
          <LinkButton href={rejectsHref(job.id)} download>
            Скачать отклонённые строки
          </LinkButton>
        )}
        {target && <LinkButton href={sourceHref(target)}>Страница источника</LinkButton>}
        <Button onClick={forgetImport}>Загрузить ещё файл</Button>
      </div>
      {job.report && job.report.remarks.length > 0 && (
        <Card title="На что обратить внимание">
          <ul className="stack tight">
            {job.report.remarks.map(remark => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

const Finished = ({ job: { file_name, report } }: { job: ImportView }) => (
  <Banner tone={report?.answers ? 'moss' : 'ochre'}>
    <p>Файл {file_name} загружен.</p>
    <p>
      {report?.answers
        ? 'Источник отвечает на поиск.'
        : 'Источник ещё не отвечает на поиск: проверьте, включён ли он и в силе ли паспорт.'}
    </p>
  </Banner>
)

function Stopped({ job }: { job: ImportView }) {
  const isActing = useStore($isActing)
  return (
    <Banner
      tone="ochre"
      action={
        <span className="row tight">
          <Button size="s" busy={isActing} onClick={() => perform(() => continueImport(job))}>
            Продолжить
          </Button>
          <Button size="s" kind="danger" busy={isActing} onClick={() => deleteImportFile(job)}>
            Удалить файл
          </Button>
        </span>
      }
    >
      Загрузка файла {job.file_name} остановлена. Она продолжится с того же места.
    </Banner>
  )
}

const Figures = ({ report }: { report: ImportReport }) => (
  <>
    <dl className="grid roomy">
      <Stat label="Новых" value={formatCount(report.added)} />
      <Stat label="Изменено" value={formatCount(report.changed)} />
      <Stat label="Без изменений" value={formatCount(report.same)} />
      <Stat label="Отклонено" value={formatCount(report.rejected)} note="не удалось прочитать" />
      <Stat label="Исключено" value={formatCount(report.suppressed)} note="по обращениям людей" />
    </dl>
    <p className="soft">{report.id_column}</p>
  </>
)
