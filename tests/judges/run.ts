import { declare, valued } from '#api/commands/frame/declare.ts'
import { execute } from '#api/commands/frame/execute.ts'
import { anyText, list, oneOf } from '#api/lib/config-values.ts'

const NAMES = ['csp', 'strings', 'sqlmap', 'schemathesis'] as const

export const judges = declare({
  name: 'judges',
  summary: 'спрашивает чужие инструменты о безопасности продукта и печатает, что они нашли.',
  details: [
    'Судьи: csp (csp_evaluator о политике содержимого), strings (Big List of Naughty Strings как запросы), sqlmap (внедрение в SQL), ' +
      'schemathesis (все пути по OpenAPI).',
    'sqlmap и schemathesis написаны на Python: без --python или без них в нём они пропускаются, и это сказано.',
    'Данные вымышлены, сервер и база свои, на свободном порту этой машины.'
  ],
  arguments: {},
  options: {
    only: valued('судьи', `только эти: ${NAMES.join(',')}`, list(oneOf(...NAMES))),
    python: valued('путь', 'python, в котором установлены sqlmap и schemathesis', anyText)
  },
  examples: [
    ['', 'кто есть'],
    ['--python .venv/bin/python', 'все четверо']
  ],
  failure: 'что-то найдено',
  async run({ options: { only = [...NAMES], python = null } }) {
    const { tellJudges } = await import('./judges.ts')
    return await tellJudges(only, python, console.log)
  }
})

if (import.meta.main) await execute(judges)
