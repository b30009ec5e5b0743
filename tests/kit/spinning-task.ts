import { endWithParent } from '#api/processes/end-with-parent.ts'

/** A task that never lets its process do anything else: no timer of it ever runs. */
endWithParent()
process.once('message', () => {
  for (;;);
})
