/** Marks of messengers. From Tabler outline 3.51 (MIT). A file for each occasion, so that a page carries few. */

import type { Drawing } from '#site/ui/Icon.tsx'

export const IconTelegram: Drawing = 'M15 10l-4 4l6 6l4-16l-18 7l4 2l2 6l3-4'

export const IconWhatsApp: Drawing =
  'M3 21l1.65-3.8a9 9 0 1 1 3.4 2.9L3 21M9 10a.5.5 0 0 0 1 0V9a.5.5 0 0 0-1 0v1a5 5 0 0 0 5 5h1a.5.5 0 0 0 0-1h-1a.5.5 0 0 0 0 1'
