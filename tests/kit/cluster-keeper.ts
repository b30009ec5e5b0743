import { openEmbedded } from '#api/db/embedded.ts'
import { isAlive } from '#api/lib/processes.ts'

/** Holds the server of a test process in a folder until that process is gone: `<folder> <max connections> <pid>`. */
const [folder = '', maxConnections, owner] = Bun.argv.slice(2)
const server = await openEmbedded(folder, { maxConnections: Number(maxConnections) })
console.log('ready')
while (isAlive(Number(owner))) await Bun.sleep(500)
await server.close()
