import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { SUPPRESSION_STATES } from '#shared/labels/suppressions.ts'
import { openDialog } from '#site/features/admin/parts/dialog-store.ts'
import { ListPager } from '#site/features/admin/parts/ListPager.tsx'
import { formatCount } from '#site/lib/numbers.ts'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Empty } from '#site/ui/Empty.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Select } from '#site/ui/form/Input.tsx'
import { IconShieldCheck } from '#site/ui/icons/messages.ts'
import { EntryForm } from './EntryForm.tsx'
import { EntryTable, WaitingEntries } from './EntryTable.tsx'
import { exclusions } from './exclusions-store.ts'

const importList = () =>
  openDialog(async () => {
    const { ImportDialog } = await import('./ImportDialog.tsx')
    return <ImportDialog />
  })

/** Who is not to be found, and how to enter somebody. */
export const Exclusions = () => (
  <div className="stack">
    <EntryForm />
    <List />
    <p className="small soft">
      Исключённый человек не виден в поиске, среди связанных лиц, в списках и проверках мессенджеров и не
      попадает в загрузку. Для пользователя это выглядит как «данных нет».
    </p>
  </div>
)

function List() {
  const load = useStore(exclusions.$load)
  const { state, page } = useStore(exclusions.$filter)
  useEffect(() => {
    exclusions.load()
  }, [])
  const answer = load.step === 'ready' ? load.data : null
  return (
    <Card
      flush
      title={answer ? `Действуют: ${formatCount(answer.in_force)}` : 'Исключения'}
      action={
        <div className="row">
          <Select
            className="auto"
            aria-label="Состояние"
            value={state}
            onChange={event => exclusions.filter({ state: event.target.value })}
          >
            <option value="">Все</option>
            {Object.entries(SUPPRESSION_STATES).map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </Select>
          <Button size="s" onClick={importList}>
            Загрузить список
          </Button>
        </div>
      }
    >
      {load.step === 'loading' && <WaitingEntries />}
      {load.step === 'failed' && <Failure text={load.text} onRetry={exclusions.load} />}
      {answer && answer.suppressions.length === 0 && (
        <Empty
          icon={IconShieldCheck}
          title={state === '' ? 'Исключений нет' : 'Таких исключений нет'}
          as="h3"
        />
      )}
      {answer && answer.suppressions.length > 0 && (
        <>
          <EntryTable rows={answer.suppressions} />
          <ListPager
            rows={answer.suppressions.length}
            total={answer.total}
            page={page}
            onPage={next => exclusions.filter({ page: next })}
          />
        </>
      )}
    </Card>
  )
}
