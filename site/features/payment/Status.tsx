import type { Payment } from '#shared/contracts/payments.ts'
import { PAYMENT_STATUSES } from '#shared/labels/payments.ts'
import { STATUS_TONES } from '#site/lib/payment-text.ts'
import { Badge } from '#site/ui/Badge.tsx'

export const Status = ({ payment: { status } }: { payment: Pick<Payment, 'status'> }) => (
  // A status of a later release is shown as it came.
  <Badge tone={STATUS_TONES[status]}>{PAYMENT_STATUSES[status] ?? status}</Badge>
)
