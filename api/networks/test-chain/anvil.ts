import { createRequire } from 'node:module'

export interface AnvilOptions {
  /** 0: a free one. */
  port?: number
  chainId?: number
  /** Final blocks are twice as many behind. */
  slotsInEpoch?: number
  /** Omitted: every transaction makes a block. */
  blockSeconds?: number
}

export interface Anvil {
  url: string
  ended: Promise<number>
  stop(): Promise<void>
}

/** The wrapper would need Node and an install script. */
function binary(): string {
  const { platform, arch } = process
  const name = `@foundry-rs/anvil-${platform}-${arch === 'x64' ? 'amd64' : arch}`
  const wrapper = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  return wrapper.resolve(`${name}/bin/anvil${platform === 'win32' ? '.exe' : ''}`)
}

export async function startAnvil({
  port = 0,
  chainId = 31_337,
  slotsInEpoch = 2,
  blockSeconds
}: AnvilOptions = {}): Promise<Anvil> {
  const rhythm = blockSeconds === undefined ? [] : ['--block-time', String(blockSeconds)]
  const options = { port, 'chain-id': chainId, 'slots-in-an-epoch': slotsInEpoch, host: '127.0.0.1' }
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = Bun.spawn([binary(), ...flags, ...rhythm], {
    stdout: 'pipe',
    stderr: 'pipe',
    stdin: 'ignore'
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const url = await listeningAt(child.stdout)
  if (url === null) throw new Error((await new Response(child.stderr).text()).trim() || 'anvil did not start')
  return {
    url,
    ended: child.exited,
    async stop() {
      process.off('exit', kill)
      kill()
      await child.exited
    }
  }
}

/** Keeps reading, so that the pipe never fills. */
async function listeningAt(output: ReadableStream<Uint8Array>): Promise<string | null> {
  const reader = output.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return null
    text += decoder.decode(value, { stream: true })
    const place = /Listening on ([\d.]+:\d+)/.exec(text)?.[1]
    if (!place) continue
    void (async () => {
      while (!(await reader.read()).done);
    })()
    return `http://${place}`
  }
}
