import type { User } from '#shared/contracts/auth.ts'
import { PurposeFields } from '#site/layouts/PurposeFields.tsx'
import { useForm } from '#site/lib/use-form.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { purposeForm } from './profile-store.ts'

/** What is stated for searches that state no other purpose, of programs too. */
export function UsualPurpose({ usual }: { usual: NonNullable<User['search_purpose']> }) {
  const { state, busy, bind } = useForm(purposeForm)
  return (
    <Card title="Цель поиска">
      {/* The saved values become the new defaults, so that the form's reset shows them. */}
      <form className="stack" key={`${usual.code} ${usual.case_ref}`} {...bind}>
        <PurposeFields
          label="Обычная цель"
          none="Не указана"
          stated={usual}
          refusals={state.fields}
          disabled={busy}
        />
        {state.text && <Banner tone={state.step === 'done' ? 'moss' : 'red'}>{state.text}</Banner>}
        <p>
          <Button type="submit" kind="primary" busy={busy}>
            Сохранить
          </Button>
        </p>
      </form>
    </Card>
  )
}
