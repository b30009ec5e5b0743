/** Sections of the administration. From Tabler outline 3.51 (MIT). */

import type { Drawing } from '#site/ui/Icon.tsx'

export const IconCreditCard: Drawing =
  'M3 8a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v8a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3l0 -8M3 10l18 0M7 15l.01 0M11 15l2 0'
