/** A file on its way to the server: apart, as one page alone has it. From Tabler outline 3.51 (MIT). */

import type { Drawing } from '#site/ui/Icon.tsx'

export const IconUpload: Drawing = 'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2M7 9l5 -5l5 5M12 4l0 12'
