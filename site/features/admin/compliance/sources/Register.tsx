import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { IndexView, IndicesAnswer } from '#shared/contracts/admin/indices.ts'
import { INDICES_PATH } from '#site/features/admin/indices/index-calls.ts'
import { endsThisMonth } from '#site/features/admin/indices/index-words.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { tell } from '#site/lib/toast-store.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { Wait } from '#site/ui/Spinner.tsx'
import { RegisterTable } from './RegisterTable.tsx'
import { byDue } from './register.ts'

const register = createLoad(async () =>
  byDue(
    (await ask<IndicesAnswer>(INDICES_PATH, { shape: { details: [{ name: '', title: '' }] as never } }))
      .details
  )
)

/** The register of processing: what each source is and why it may be searched, passports that end first before the others. */
export function Register() {
  const load = useStore(register.$load)
  useEffect(() => {
    register.load()
  }, [])
  if (load.step === 'loading') return <Wait>Загрузка...</Wait>
  if (load.step === 'failed') return <Failure text={load.text} onRetry={register.load} />
  return <Sources indices={load.data} />
}

function Sources({ indices }: { indices: readonly IndexView[] }) {
  const silent = indices.filter(({ answers }) => !answers).length
  const due = indices.filter(({ passport }) => endsThisMonth(passport)).length
  return (
    <div className="stack gap">
      {silent + due > 0 && (
        <Banner tone="ochre">
          {silent > 0 && `Не отвечают на поиск: ${formatCount(silent)}. `}
          {due > 0 && `Паспорт кончается в этом месяце: ${formatCount(due)}.`}
        </Banner>
      )}
      <Card flush title="Паспорта источников" action={<Export indices={indices} />}>
        {indices.length === 0 ? (
          <p className="pad soft">Источников нет.</p>
        ) : (
          <RegisterTable indices={indices} />
        )}
      </Card>
      <p className="small soft">
        Это реестр обработки: вид, происхождение, основание, ответственный и сроки каждого источника. Источник
        без полного паспорта на поиск не отвечает.
      </p>
    </div>
  )
}

function Export({ indices }: { indices: readonly IndexView[] }) {
  const [isBusy, setBusy] = useState(false)
  async function save(format: 'csv' | 'json') {
    setBusy(true)
    try {
      const { saveRegister } = await loadCode(() => import('./save-register.ts'))
      saveRegister(indices, format)
    } catch (error) {
      tell(errorText(error, 'Не удалось сохранить файл'))
    }
    setBusy(false)
  }
  return (
    <div className="row tight">
      <Button size="s" busy={isBusy} onClick={() => save('csv')}>
        CSV
      </Button>
      <Button size="s" busy={isBusy} onClick={() => save('json')}>
        JSON
      </Button>
    </div>
  )
}
