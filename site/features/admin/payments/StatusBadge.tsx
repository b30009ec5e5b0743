import type { AdminPayment } from '#shared/contracts/admin/payments.ts'
import { PAYMENT_STATUSES, PENDING_SHORT } from '#shared/labels/payments.ts'
import { STATUS_TONES } from '#site/lib/payment-text.ts'
import { Badge } from '#site/ui/Badge.tsx'

/** An administrator's word for a status; one of a later release is shown as it came. */
export const StatusBadge = ({ status }: Pick<AdminPayment, 'status'>) => (
  <Badge tone={STATUS_TONES[status]}>
    {status === 'pending' ? PENDING_SHORT : (PAYMENT_STATUSES[status] ?? status)}
  </Badge>
)
