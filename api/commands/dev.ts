import { install, PROJECT, program } from './prepare.ts'

/** `bun run dev`: `astro dev` on 12000, which passes calls on to the API on 12001; both reload what changed. */
await install()
const run = (command: string[]) =>
  Bun.spawn(command, { cwd: PROJECT, stdin: 'inherit', stdout: 'inherit', stderr: 'inherit' })
const api = run([process.execPath, '--watch', '--no-clear-screen', 'api/main.ts', '--behind-astro'])
const site = run([...program('astro'), 'dev'])

const end = (signal: NodeJS.Signals) => {
  api.kill(signal)
  site.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal))

const code = await Promise.race([api.exited, site.exited])
end('SIGTERM')
await Promise.all([api.exited, site.exited])
process.exit(code)
