import { readFile } from 'node:fs/promises'
import type { PerformanceAnswer } from '#shared/contracts/statistics.ts'
import { readSheets } from '#tests/kit/read-workbook.ts'
import { button, sayNoThenYes, textOn } from './questions.ts'
import { ADMIN } from './stage.ts'
import { expect, signIn, test } from './walk.ts'

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.beforeEach(async ({ page, context }) => {
      await page.setViewportSize({ width, height: 900 })
      await signIn(context, ADMIN)
    })

    test('statistics show the twelve slowest sources, and say how many more there are', async ({ page }) => {
      await page.route('**/es_performance', async route => {
        const answer: PerformanceAnswer = await (await route.fetch()).json()
        const { load: hours } = answer
        const counts = { queries: 1, hits: 0, slow: 0, failures: 0, hours }
        const sources = Array.from({ length: 15 }, (_, index) => ({
          name: `source_${index}`,
          title: `Источник ${index}`,
          avg_time_ms: 10 + index,
          p95_time_ms: 20 + index,
          ...counts
        }))
        await route.fulfill({ json: { ...answer, sources } })
      })
      await page.goto('/admin/statistics')
      const times = page.getByRole('region', { name: 'Время источников' })
      const bars = times.getByRole('listitem')
      await expect(bars).toHaveCount(12)
      await expect(bars.first()).toContainText('Источник 14')
      await expect(page.getByText('время у них общее')).toBeVisible()
      await times.getByRole('button', { name: 'Ещё 3' }).click()
      await expect(bars).toHaveCount(15)
      await button(page, 'Только 12 самых медленных').click()
      await expect(bars).toHaveCount(12)
    })

    test('statistics are saved as a workbook', async ({ page }) => {
      await page.goto('/admin/statistics')
      const download = page.waitForEvent('download')
      await button(page, 'Скачать XLSX').click()
      const file = await download
      expect(file.suggestedFilename()).toMatch(/^statistika.*\.xlsx$/)
      const sheets = await readSheets(await readFile(await file.path()))
      expect(Object.keys(sheets)).toEqual(['По дням', 'Источники', 'Виды запросов'])
      expect(sheets['По дням']?.[0]?.[0]).toBe('День (Москва)')
    })

    test('statistics are asked again every 30 s and by a button, and reset after a yes', async ({ page }) => {
      let requests = 0
      page.on('request', request => {
        if (request.url().endsWith('/es_performance')) requests += 1
      })
      await page.clock.install()
      await page.goto('/admin/statistics')
      await expect(page.getByText(/^Обновлено в/)).toBeVisible()
      expect(requests).toBe(1)
      await page.clock.runFor(30_500)
      await expect.poll(() => requests).toBe(2)
      await button(page, 'Обновить').click()
      await expect.poll(() => requests).toBe(3)
      await sayNoThenYes(page, 'Сбросить метрики', 'Сбросить метрики', () =>
        expect.poll(() => requests).toBe(3)
      )
      await textOn(page, 'Метрики сброшены')
      await expect(page.getByText('Ни один источник не отвечал дольше 500 мс.')).toBeVisible()
    })
  })
}
