import { assertPortFree } from '#api/processes/port.ts'
import { API_BEHIND_ASTRO_PORT, LOCAL_PORT } from '#shared/constants.ts'
import { declare } from './frame/declare.ts'
import { execute } from './frame/execute.ts'
import { install, PROJECT, program } from './prepare.ts'

const PORTS = [LOCAL_PORT, API_BEHIND_ASTRO_PORT]
/** `localhost` may be either. */
const LOOPBACKS = ['127.0.0.1', '::1']

export const dev = declare({
  name: 'dev',
  summary: `запускает astro dev на порту ${LOCAL_PORT} и API на порту ${API_BEHIND_ASTRO_PORT}; оба перечитывают изменения.`,
  details: [
    'Зависимости устанавливаются, если их нет. Если порт занят, команда называет его и ничего не запускает.'
  ],
  arguments: {},
  options: {},
  examples: [['', `сайт на http://localhost:${LOCAL_PORT}`]],
  async run() {
    for (const port of PORTS)
      for (const host of LOOPBACKS.filter(isUsable)) assertPortFree({ port, host, advice: ADVICE })
    await install()
    return await runBoth()
  }
})

const ADVICE = `Остановите её: bun run dev занимает порты ${PORTS.join(' и ')}.`

function isUsable(host: string): boolean {
  try {
    Bun.serve({ port: 0, hostname: host, fetch: () => new Response() }).stop(true)
    return true
  } catch {
    return false
  }
}

/** Ends both when one of them ends. Returns the exit code: 0 after a signal. */
async function runBoth(): Promise<number> {
  const run = (command: string[]) =>
    Bun.spawn(command, { cwd: PROJECT, stdin: 'inherit', stdout: 'inherit', stderr: 'inherit' })
  const api = run([process.execPath, '--watch', '--no-clear-screen', 'api/main.ts', '--behind-astro'])
  const site = run([...program('astro'), 'dev'])
  let isStopping = false
  const end = (signal: NodeJS.Signals) => {
    api.kill(signal)
    site.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isStopping = true
      end(signal)
    })
  }
  const code = await Promise.race([api.exited, site.exited])
  end('SIGTERM')
  await Promise.all([api.exited, site.exited])
  return isStopping || code === 0 ? 0 : 1
}

if (import.meta.main) await execute(dev)
