import { join } from 'node:path'
import { lacksPackages, PYTHON } from './python.ts'

const CHECKER = join(import.meta.dir, 'judge-entities.py')
export const lacksFollowTheMoney = () => lacksPackages('FollowTheMoney', 'followthemoney')

export interface FtmVerdict {
  entities: number
  wrong: string[]
}

/** What the library of the schema finds wrong with entities, one a line. */
export async function judgeEntities(ndjson: string): Promise<FtmVerdict> {
  const child = Bun.spawn([PYTHON ?? 'python3', CHECKER], {
    stdin: new Blob([ndjson]),
    stdout: 'pipe',
    stderr: 'pipe',
    env: { PATH: process.env.PATH, PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1' }
  })
  const [printed, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text()
  ])
  if ((await child.exited) !== 0) throw new Error(errors)
  return JSON.parse(printed)
}
