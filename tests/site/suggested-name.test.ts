import { expect, test } from 'bun:test'
import { INDEX_NAME } from '#shared/rules/index-name.ts'
import { suggestedName } from '#site/features/admin/import/target-store.ts'

test.each([
  ['Реестр клиентов 1.xlsx', 'reestr_klientov_1'],
  ['Объявления 05 — щётки.csv.gz', 'obyavleniya_05_schetki'],
  ['отчёт за июль 2026 (копия).xlsx', 'otchet_za_iyul_2026_kopiya'],
  ['Йод.csv'.normalize('NFD'), 'yod'],
  ['clients-2026.csv', 'clients_2026'],
  ['№.csv', 'data']
])('a file called «%s» is proposed as «%s»', (file, name) => {
  expect(suggestedName(file)).toBe(name)
  expect(name).toMatch(INDEX_NAME)
})
