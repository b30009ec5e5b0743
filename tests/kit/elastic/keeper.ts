import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '#api/processes/process-info.ts'
import { findDistribution } from './distribution.ts'
import { startNodes } from './nodes.ts'

/** Holds the shared server while a test process is registered in its folder: `<folder> <brief or measured>`. */
const [folder = '', use] = Bun.argv.slice(2)
const users = join(folder, 'users')

function tell(answer: object): void {
  writeFileSync(join(folder, 'answer.new'), JSON.stringify({ keeper: process.pid, ...answer }))
  renameSync(join(folder, 'answer.new'), join(folder, 'answer'))
}

const isUsed = () => existsSync(users) && readdirSync(users).some(pid => isAlive(Number(pid)))

const distribution = await findDistribution()
if (typeof distribution === 'string') tell({ missing: distribution })
else {
  const password = crypto.randomUUID()
  const nodes = await startNodes(distribution, { password, isBrief: use === 'brief' }).catch(
    (error: Error) => error
  )
  if (nodes instanceof Error) tell({ failed: nodes.message })
  else {
    tell({ url: nodes.urls[0] })
    while (isUsed()) await Bun.sleep(500)
    rmSync(folder, { recursive: true, force: true })
    await nodes.stop()
  }
}
