import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { SECURITY_CHECK_TEXTS } from '#shared/texts/account.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { IconShieldCheck } from '#site/ui/icons/messages.ts'
import type { SecurityCheckStore } from './security-check-store.ts'

/** The security-check block of a form: waiting, waived, the provider's widget, or an error. */
export function SecurityCheck({ store }: { store: SecurityCheckStore }) {
  const check = useStore(store.$check)
  const container = useRef<HTMLDivElement>(null)
  const hasWidget = check.step === 'rendered' || (check.step === 'errored' && check.rendered)

  useEffect(() => store.start(), [store])
  useEffect(() => {
    if (hasWidget && container.current) store.draw(container.current)
  }, [hasWidget, store])

  return (
    <div className="challenge">
      {check.step === 'loading' && <Banner icon="wait">{SECURITY_CHECK_TEXTS.loading}</Banner>}
      {check.step === 'bypassed' && (
        <Banner tone="moss" icon={IconShieldCheck}>
          {SECURITY_CHECK_TEXTS.bypassed}
        </Banner>
      )}
      {check.step === 'errored' && <Banner tone="red">{check.text}</Banner>}
      {hasWidget && <div ref={container} />}
    </div>
  )
}
