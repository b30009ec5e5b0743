/** Show and hide what is typed. From Tabler outline 3.51 (MIT). A file for each occasion, so that a page carries few. */

import type { Drawing } from '#site/ui/Icon.tsx'

export const IconEye: Drawing =
  'M10 12a2 2 0 1 0 4 0a2 2 0 0 0 -4 0M21 12c-2.4 4 -5.4 6 -9 6c-3.6 0 -6.6 -2 -9 -6c2.4 -4 5.4 -6 9 -6c3.6 0 6.6 2 9 6'

/** The same eye, struck out. */
export const IconEyeOff: Drawing = `${IconEye}M3 3l18 18`
