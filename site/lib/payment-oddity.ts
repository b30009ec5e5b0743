import type { Payment } from '#shared/contracts/payments.ts'
import { ADMIN_CREDITED, PAYMENT_EXCEPTIONS } from '#shared/labels/payments.ts'

/** What a person should know of a payment beside its status; empty when there is nothing to say. */
export const oddityText = ({
  exception,
  admin_credited_requests
}: Pick<Payment, 'exception' | 'admin_credited_requests'>): string =>
  [PAYMENT_EXCEPTIONS[exception], admin_credited_requests > 0 && ADMIN_CREDITED].filter(Boolean).join('. ')
