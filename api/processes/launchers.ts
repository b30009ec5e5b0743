import { type ProcessInfo, readProcess } from './process-info.ts'

const POLL_MS = 500
const ANCESTORS_MAX = 8

/** Not all launchers (`bun run`, `npx`, `npm`, a shell between) pass signals on. Linux only. */
export function whenLauncherEnds(onEnd: () => void): void {
  const watched = launchersOf(process.pid)
  if (watched.length === 0) return
  const timer = setInterval(() => {
    if (watched.every(({ pid, parent }) => isStillRunning(pid, parent))) return
    clearInterval(timer)
    onEnd()
  }, POLL_MS)
  timer.unref()
}

interface WatchedProcess {
  pid: number
  parent: number
}

/** From the parent to the topmost launcher of this session. */
function launchersOf(pid: number): WatchedProcess[] {
  const ancestors: WatchedProcess[] = []
  let topmost = 0
  const own = readProcess(pid)
  let current = own?.parent
  while (current && current > 1 && ancestors.length < ANCESTORS_MAX) {
    const ancestor = readProcess(current)
    if (!ancestor || ancestor.session !== own?.session) break
    // A parent of 0 is not checked: the topmost launcher's own parent may go.
    ancestors.push({ pid: current, parent: ancestor.parent })
    if (isLauncher(ancestor)) topmost = ancestors.length
    current = ancestor.parent
  }
  return ancestors.slice(0, topmost).map((each, at) => (at === topmost - 1 ? { ...each, parent: 0 } : each))
}

function isLauncher({ command }: ProcessInfo): boolean {
  const [program = '', verb = ''] = command
  return (
    program.startsWith('npm ') ||
    program.startsWith('npx') ||
    (/(^|\/)bunx?(\.exe)?$/.test(program) && /^(run|x)$/.test(verb))
  )
}

function isStillRunning(pid: number, parent: number): boolean {
  const process = readProcess(pid)
  return process !== null && !/[ZX]/.test(process.state) && (parent === 0 || process.parent === parent)
}
