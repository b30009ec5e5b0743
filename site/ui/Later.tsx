import { useStore } from '@nanostores/react'
import { atom, type ReadableAtom } from 'nanostores'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { errorText, send } from '#site/lib/ask.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'

type Code<P> =
  | { step: 'waiting' }
  | { step: 'ready'; Part: ComponentType<P> }
  | { step: 'failed'; text: string }

/** A part of a page whose code comes when it is needed. */
export interface LaterPart<P> {
  $code: ReadableAtom<Code<P>>
  /** Fetches it, once. Never rejects. */
  load(): Promise<void>
}

export function laterPart<P>(importPart: () => Promise<ComponentType<P>>): LaterPart<P> {
  const $code = atom<Code<P>>({ step: 'waiting' })
  let isLoading = false
  return {
    $code,
    async load() {
      if (isLoading || $code.get().step === 'ready') return
      isLoading = true
      try {
        $code.set({ step: 'ready', Part: await loadCode(importPart) })
      } catch (error) {
        $code.set({ step: 'failed', text: errorText(error) })
      }
      isLoading = false
    }
  }
}

interface LaterProps<P> {
  part: LaterPart<P>
  props: P
  /** Keeps its place until the code is there. */
  waiting?: ReactNode
}

/** Draws such a part, and fetches it when nobody has; what could not be had says so. */
export function Later<P extends object>({ part, props, waiting }: LaterProps<P>) {
  const code = useStore(part.$code)
  useEffect(() => {
    if (part.$code.get().step === 'waiting') void part.load()
  }, [part])
  if (code.step === 'ready') return <code.Part {...props} />
  return code.step === 'waiting' ? waiting : <NotLoaded text={code.text} />
}

/** Several parts are gone with one connection: of all that say so the styles show the first. */
function NotLoaded({ text }: { text: string }) {
  const [still, setStill] = useState('')
  // A page without a server would be worse than this one.
  const reload = () =>
    send('/api/search/health', {})
      .then(() => location.reload())
      .catch(() => setStill('Связи с сервером всё ещё нет'))
  return (
    <div className="lost">
      <Banner
        tone="red"
        action={
          <Button size="s" onClick={reload}>
            Обновить страницу
          </Button>
        }
      >
        {still || text}.
      </Banner>
    </div>
  )
}
