/** What happened: beside the words of a message. From Tabler outline 3.51 (MIT). A file for each occasion, so that a page carries few. */

import type { Drawing } from '#site/ui/Icon.tsx'

export const IconAlertCircle: Drawing = 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0M12 8v4M12 16h.01'

export const IconCircleCheck: Drawing = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M9 12l2 2l4 -4'

export const IconInfoCircle: Drawing = 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0M12 9h.01M11 12h1v4h1'

export const IconShieldCheck: Drawing =
  'M11.46 20.846a12 12 0 0 1 -7.96 -14.846a12 12 0 0 0 8.5 -3a12 12 0 0 0 8.5 3a12 12 0 0 1 -.09 7.06M15 19l2 2l4 -4'
