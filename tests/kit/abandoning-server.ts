import { readUsage } from '#api/processes/process-info.ts'

/** A process that starts one that spins, says its number once it does, and waits to be killed. */
const script = new URL('./spinning-task.ts', import.meta.url).pathname
const child = Bun.spawn([process.execPath, script], { ipc() {}, stdout: 'ignore' })
child.send('spin')
const SPINS_SECONDS = 1
while ((readUsage(child.pid)?.cpuSeconds ?? 0) < SPINS_SECONDS) await Bun.sleep(50)
process.stdout.write(`${child.pid}\n`)
setInterval(() => {}, 1_000)
