import { useStore } from '@nanostores/react'
import { type FormEvent, useRef } from 'react'
import { PAYMENT_MAX_USD, PAYMENT_MIN_USD, PAYMENT_STEP_USD } from '#shared/constants.ts'
import type { PaymentRate } from '#shared/contracts/payments.ts'
import { formatCount } from '#site/lib/numbers.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { RadioChoice } from '#site/ui/form/Choice.tsx'
import { Field } from '#site/ui/form/Field.tsx'
import { Input, Select } from '#site/ui/form/Input.tsx'
import { $amount, $preset, checkAmount, chooseAmount, paymentForm, typeAmount } from './payment-store.ts'
import { OTHER_AMOUNT, PRESETS, purchasePreview } from './payment-view.ts'

const RANGE = `От ${formatCount(PAYMENT_MIN_USD)} до ${formatCount(PAYMENT_MAX_USD)} USD`

/** Asks for an amount and a network, and says before anything is paid what they bring. */
export function NewPayment({ terms }: { terms: PaymentRate }) {
  const { step, text, fields } = useStore(paymentForm.$form)
  const amount = useStore($amount)
  const form = useRef<HTMLFormElement>(null)
  const promise = purchasePreview(amount, terms)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    await paymentForm.submit(Object.fromEntries(new FormData(event.currentTarget)))
    // A new invoice takes the focus by itself.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }

  function choose(preset: string) {
    chooseAmount(preset)
    if (preset === OTHER_AMOUNT) form.current?.querySelector<HTMLInputElement>('[name=usd_amount]')?.select()
  }

  return (
    <form
      className="card stack"
      method="post"
      noValidate
      aria-labelledby="new-payment"
      ref={form}
      onSubmit={submit}
    >
      <h2 id="new-payment">Новый платёж</h2>
      <RadioChoice
        label="Сумма, USD"
        name="preset"
        options={PRESETS}
        value={useStore($preset)}
        onChoose={choose}
      />
      <Field label="Своя сумма" hint={RANGE} error={fields.usd_amount}>
        {ties => (
          <Input
            {...ties}
            name="usd_amount"
            type="number"
            min={PAYMENT_MIN_USD}
            max={PAYMENT_MAX_USD}
            step={PAYMENT_STEP_USD}
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={event => typeAmount(event.target.value)}
            onBlur={checkAmount}
          />
        )}
      </Field>
      <Networks networks={terms.networks} />
      {promise && (
        <Banner tone="petrol" isStill>
          Вы получите <b>{promise.requests}</b>
          <br />
          <small>{promise.sum}</small>
        </Banner>
      )}
      {text && <Banner tone="red">{text}</Banner>}
      <Button type="submit" kind="primary" busy={step === 'submitting'}>
        {promise ? `Создать счёт на ${amount} USD` : 'Создать счёт'}
      </Button>
    </form>
  )
}

const Networks = ({ networks }: Pick<PaymentRate, 'networks'>) => (
  <Field label="Сеть">
    {ties => (
      <Select {...ties} name="network">
        {networks.map(({ key, title, state }) => (
          <option key={key} value={key} disabled={state === 'halted'}>
            {title}
          </option>
        ))}
      </Select>
    )}
  </Field>
)
