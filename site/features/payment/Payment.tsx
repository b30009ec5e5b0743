import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { Payment as OnePayment, PaymentRate } from '#shared/contracts/payments.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { PAYMENT_TEXTS } from '#shared/texts/payment.ts'
import { Shell } from '#site/layouts/Shell.tsx'
import { AskError } from '#site/lib/ask.ts'
import { $session } from '#site/lib/session-store.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Confirm } from '#site/ui/dialog/Confirm.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { HowItWorks } from './HowItWorks.tsx'
import { InvoicePlace, invoiceCode, WaitingCard } from './InvoicePlace.tsx'
import { NewPayment } from './NewPayment.tsx'
import { PaymentHistory } from './PaymentHistory.tsx'
import { $followed, $invoice, loadPayments, payments, terms } from './payment-store.ts'
import { termsText } from './payment-view.ts'

export const Payment = () => (
  <Shell>
    <TopUp />
    <Confirm />
  </Shell>
)

function TopUp() {
  const load = useStore(payments.$load)
  const offer = useStore(terms.$load)
  const hasInvoice = useStore($invoice) !== undefined
  const followed = useStore($followed)
  const needsCode = hasInvoice || followed !== undefined
  const code = useStore(invoiceCode.$load)
  const isDrawable = code.step !== 'loading' || !hasInvoice
  useEffect(loadPayments, [])
  useEffect(() => {
    if (needsCode && invoiceCode.$load.get().step !== 'ready') invoiceCode.load()
  }, [needsCode])
  // A new payment begins with short pauses again.
  useEffect(() => {
    if (followed && code.step === 'ready') return code.data.followPayments()
  }, [followed, code])
  // At first all comes at once, so that nothing that stands already is moved; a later invoice waits in its own place.
  const wasWhole = useRef(false)
  const failed = [load, offer].find(part => part.step === 'failed')
  if (load.step === 'ready' && offer.step === 'ready') wasWhole.current ||= isDrawable
  const isWhole = load.step === 'ready' && offer.step === 'ready' && wasWhole.current
  return (
    <div className="stack loose">
      <div className="row apart">
        <h1>Пополнение</h1>
        {isWhole && <p className="small soft">{termsText(offer.data)}</p>}
      </div>
      {failed && (
        <Failure
          text={isSignedOut(failed.error) ? PAYMENT_TEXTS.notSignedIn : failed.text}
          onRetry={loadPayments}
        />
      )}
      {!failed && !isWhole && <Waiting />}
      {isWhole && <Whole terms={offer.data} all={load.data} />}
    </div>
  )
}

function Whole({ terms: offer, all }: { terms: PaymentRate; all: readonly OnePayment[] }) {
  const invoice = useStore($invoice)
  const session = useStore($session)
  const isEndless = session.step === 'in' && session.user.role === ROLE_INFINITY
  const isTest = offer.networks.some(({ is_test }) => is_test)
  return (
    <>
      {isEndless && <Banner isStill>Для вашей роли поиск бесплатный: запросы покупать не нужно.</Banner>}
      {isTest && (
        <Banner isStill>
          <b>{offer.networks.length === 1 ? 'Тестовая сеть.' : 'Тестовые сети.'}</b> Платежи здесь
          ненастоящие: настоящих денег не нужно.
        </Banner>
      )}
      <div className="split">
        {invoice ? <InvoicePlace payment={invoice} /> : <HowItWorks />}
        <NewPayment terms={offer} />
      </div>
      <PaymentHistory all={all} />
    </>
  )
}

const Waiting = () => (
  <div className="split">
    <WaitingCard />
    <WaitingCard />
  </div>
)

const isSignedOut = (error: unknown) => error instanceof AskError && error.status === 401
