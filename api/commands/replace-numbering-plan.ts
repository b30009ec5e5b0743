import { basename, resolve } from 'node:path'
import { configOfProcess } from '#api/config.ts'
import { openTable } from '#api/features/imports/files/reader.ts'
import { openRejects, type Rejects } from '#api/features/imports/rejects.ts'
import type { PlanTable } from '#api/features/numbering/importer.ts'
import { importNumbering } from '#api/features/numbering/service.ts'
import { withDatabase } from './with-database.ts'

const count = (value: number) => value.toLocaleString('ru-RU')

/** `bun run import:numbering`: one transaction for all files, rejected lines beside them. */
export async function replaceNumberingPlan(
  paths: readonly string[],
  options: { 'another-database': boolean }
): Promise<void> {
  const { dataDir } = configOfProcess()
  const rejectsOf = new Map<PlanTable, Rejects>()
  for (const path of paths) {
    const file = resolve(path)
    const { labels, rows } = await openTable(file, {})
    rejectsOf.set({ name: basename(file), labels, rows }, openRejects(file, dataDir, 'csv'))
  }
  const lists = new Set<string>()
  let rejected = 0
  try {
    await withDatabase(options, async ({ owner }) => {
      const result = await importNumbering(owner, [...rejectsOf.keys()], (table, line, reason, raw) => {
        const rejects = rejectsOf.get(table)
        rejects?.add(line, reason, raw)
        if (rejects) lists.add(rejects.path)
        rejected += 1
      })
      console.log(
        `Прочитано строк: ${count(result.read)}, диапазонов после объединения: ${count(result.stored)}`
      )
      if (result.remaining > 0)
        console.log(`Осталось приблизительных диапазонов (кодов нет в файлах): ${count(result.remaining)}`)
      console.log('План нумерации заменён. Работающий сервер увидит его в течение минуты.')
    })
  } finally {
    await Promise.all([...rejectsOf.values()].map(rejects => rejects.close()))
    if (rejected > 0) console.log(`Отклонено строк: ${count(rejected)}, списки: ${[...lists].join(', ')}`)
  }
}
