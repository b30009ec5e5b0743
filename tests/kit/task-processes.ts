import { readdirSync } from 'node:fs'
import { readProcess } from '#api/processes/process-info.ts'

/** Processes that this one has started for imports and previews, or of another script. */
export const taskProcesses = (script = 'task-main.ts'): number[] =>
  readdirSync('/proc').flatMap(name => {
    const pid = Number(name)
    const running = Number.isInteger(pid) ? readProcess(pid) : null
    const isTask = running?.parent === process.pid && running.command.some(part => part.endsWith(script))
    return isTask ? [pid] : []
  })
