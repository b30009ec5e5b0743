import { declare } from './frame/declare.ts'
import { execute } from './frame/execute.ts'
import { install, rebuild } from './prepare.ts'

export const build = declare({
  name: 'build',
  summary: 'собирает сайт в dist, даже если ничего не изменилось.',
  details: ['Зависимости устанавливаются, если их нет. bun run start собирает сайт сам, когда это нужно.'],
  arguments: {},
  options: {},
  examples: [['', 'сайт в dist/site']],
  async run() {
    await install()
    await rebuild()
  }
})

if (import.meta.main) await execute(build)
