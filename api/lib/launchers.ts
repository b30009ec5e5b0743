import { readFileSync } from 'node:fs'

interface Process {
  parent: number
  /** Number of its session: what one terminal, service or detached command started. */
  session: number
  /** One letter of the kernel; Z and X are dead. */
  state: string
  command: string[]
  title: string
}

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
  const own = look(pid)
  let current = own?.parent
  while (current && current > 1 && above.length < DEPTH) {
    const found = look(current)
    if (!found || found.session !== own?.session) break
    // The topmost may be given another parent: what stands above a launcher is free to go.
    above.push({ pid: current, parent: found.parent })
    if (isLauncher(found)) topmost = above.length
    current = found.parent
  }
  return above.slice(0, topmost).map((each, at) => (at === topmost - 1 ? { ...each, parent: 0 } : each))
}

function isLauncher({ command, title }: Process): boolean {
  const [program = '', verb = ''] = command
  return (
    title.startsWith('npm ') ||
    title.startsWith('npx') ||
    (/(^|\/)bunx?(\.exe)?$/.test(program) && /^(run|x)$/.test(verb))
  )
}

function stands(pid: number, parent: number): boolean {
  const found = look(pid)
  return found !== null && !/[ZX]/.test(found.state) && (parent === 0 || found.parent === parent)
}

/** proc(5): the name in `stat` may hold spaces and brackets, so it ends at the last one. */
function look(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state = '', parent, , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return { parent: Number(parent), session: Number(session), state, command, title: command[0] ?? '' }
  } catch {
    return null
  }
}
