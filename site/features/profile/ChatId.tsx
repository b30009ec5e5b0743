import { useForm } from '#site/lib/use-form.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Card } from '#site/ui/Card.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { chatIdForm } from './profile-store.ts'

export function ChatId({ value }: { value: string }) {
  const { state, busy, bind } = useForm(chatIdForm)
  return (
    <Card title="Telegram">
      <form className="stack" {...bind}>
        <TextField
          // The saved value becomes the new default, so that the form's reset shows it.
          key={value}
          label="Telegram Chat ID"
          hint="Сюда приходят сообщения о платежах, если на сервере настроен бот."
          name="telegram_chat_id"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={value}
          error={state.fields.telegram_chat_id}
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
