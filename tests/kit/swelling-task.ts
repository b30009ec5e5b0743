/** A task that takes more memory as long as it lives, and gives signs of life. */
import { ALIVE } from '#api/features/import-jobs/task-process.ts'

const held: Uint8Array[] = []
const MB = 1024 * 1024
process.once('message', () => {
  setInterval(() => {
    process.send?.(ALIVE)
    held.push(new Uint8Array(20 * MB).fill(held.length + 1))
  }, 20)
})
