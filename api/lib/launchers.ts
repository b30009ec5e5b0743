import { type Process, readProcess } from './processes.ts'

const POLL_MS = 500
const DEPTH = 8

/**
 * Calls `ended` once when what launched this process is gone: `bun run`, `npx` or `npm`, or a shell between them. They
 * do not all pass a signal on, and what they started must not stay behind. A shell or a terminal above them may go.
 * Linux only; elsewhere nothing is watched.
 */
export function whenLauncherEnds(ended: () => void): void {
  const watched = launchersOf(process.pid)
  if (watched.length === 0) return
  const timer = setInterval(() => {
    if (watched.every(({ pid, parent }) => stands(pid, parent))) return
    clearInterval(timer)
    ended()
  }, POLL_MS)
  timer.unref()
}

interface Watched {
  pid: number
  parent: number
}

/** The processes of our session between this one and the topmost launcher, that one included. */
function launchersOf(pid: number): Watched[] {
  const above: Watched[] = []
  let topmost = 0
  const own = readProcess(pid)
  let current = own?.parent
  while (current && current > 1 && above.length < DEPTH) {
    const ancestor = readProcess(current)
    if (!ancestor || ancestor.session !== own?.session) break
    // The topmost may be given another parent: what stands above a launcher is free to go.
    above.push({ pid: current, parent: ancestor.parent })
    if (isLauncher(ancestor)) topmost = above.length
    current = ancestor.parent
  }
  return above.slice(0, topmost).map((each, at) => (at === topmost - 1 ? { ...each, parent: 0 } : each))
}

function isLauncher({ command }: Process): boolean {
  const [program = '', verb = ''] = command
  return (
    program.startsWith('npm ') ||
    program.startsWith('npx') ||
    (/(^|\/)bunx?(\.exe)?$/.test(program) && /^(run|x)$/.test(verb))
  )
}

function stands(pid: number, parent: number): boolean {
  const process = readProcess(pid)
  return process !== null && !/[ZX]/.test(process.state) && (parent === 0 || process.parent === parent)
}
