import { rmSync } from 'node:fs'
import { openEmbedded } from '#api/db/embedded.ts'
import { isAlive } from '#api/processes/process-info.ts'
import { SERVER_MEMORY } from './folder-server.ts'

/** Holds the server of a test process until that process is gone, and the folder too: `<folder> <max connections> <pid>`. */
const [folder = '', maxConnections, owner] = Bun.argv.slice(2)
const server = await openEmbedded(folder, { maxConnections: Number(maxConnections), memory: SERVER_MEMORY })
console.log('ready')
while (isAlive(Number(owner))) await Bun.sleep(500)
await server.close()
rmSync(folder, { recursive: true, force: true })
