import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useState } from 'react'
import { counted, type Forms, formatCount } from '#site/lib/numbers.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { CopyButton } from '#site/ui/Copy.tsx'
import { TextField } from '#site/ui/form/TextField.tsx'
import { Tabs } from '#site/ui/Tabs.tsx'
import { Code } from '#site/ui/Value.tsx'
import { ANY_ORIGIN, type ExampleCall, examplesOf } from './examples.ts'
import { $token, type Trial } from './trial-store.ts'

const REQUESTS: Forms = ['запрос', 'запроса', 'запросов']

/** The call in three languages, with the reader's own address and token. */
export function Examples({ path, fields, prints }: Pick<ExampleCall, 'path' | 'fields' | 'prints'>) {
  const token = useStore($token)
  const [origin, setOrigin] = useState(ANY_ORIGIN)
  useEffect(() => setOrigin(location.origin), [])
  const examples = examplesOf({ origin, path, token, fields, prints })
  return (
    <Tabs
      label="Язык примера"
      tabs={examples.map(({ title, code }) => ({
        title,
        panel: (
          <div className="under">
            <Code aria-label={`Пример на ${title}`}>{code}</Code>
            <p className="row small muted">
              <CopyButton text={code} label={`Скопировать пример на ${title}`} />
              Скопировать
            </p>
          </div>
        )
      }))}
    />
  )
}

interface TryOutProps {
  trial: Trial
  /** Says what it costs. */
  action: string
  note: ReactNode
  refusal?: string | undefined
  onRun(): void
  children?: ReactNode
}

/** Makes the call from the page, and shows what a program would be answered. */
export function TryOut({ trial, action, note, refusal, onRun, children }: TryOutProps) {
  const token = useStore($token)
  return (
    <form
      className="card stack"
      onSubmit={event => {
        event.preventDefault()
        if (token && !refusal) onRun()
      }}
    >
      <TextField
        label="Ваш токен"
        hint={
          token
            ? 'Хранится только на этой странице.'
            : 'Создайте токен выше или вставьте тот, что у вас есть.'
        }
        name="token"
        autoComplete="off"
        spellCheck={false}
        placeholder="ps_…"
        value={token}
        onChange={event => $token.set(event.target.value.trim())}
      />
      {children}
      <p className="row">
        <Button type="submit" kind="primary" busy={trial.step === 'running'} disabled={!token || !!refusal}>
          {action}
        </Button>
        <span className="small muted">{note}</span>
      </p>
      {!refusal && <Outcome trial={trial} />}
    </form>
  )
}

const CLIENT_ERROR = 400
const isLong = (text: string) => text.includes('…')

function Outcome({ trial }: { trial: Trial }) {
  if (trial.step === 'failed') return <Banner tone="red">{trial.text}</Banner>
  if (trial.step !== 'done') return null
  const { status, tookMs, charged, balance, text } = trial
  return (
    <div className="stack tight">
      <p className="row" role="status">
        <Badge tone={status < CLIENT_ERROR ? 'moss' : 'red'}>{status}</Badge>
        <span>{formatCount(tookMs)} мс</span>
        {charged !== null && <span>списано: {counted(charged, REQUESTS)}</span>}
        {status >= CLIENT_ERROR && <span>ничего не списано</span>}
        {balance !== null && <span>осталось: {formatCount(balance)}</span>}
      </p>
      <Code aria-label="Ответ">{text}</Code>
      {isLong(text) && <p className="small muted">Показано сокращённо: программа получает ответ целиком.</p>}
    </div>
  )
}
