import type { Page } from 'playwright/test'
import type { NewsItem } from '#shared/contracts/news.ts'
import { moscowTime } from '#shared/moscow-time.ts'

/** When every picture is taken, as the samples of the scenes have it. */
const NOW = Date.parse('2026-11-22T09:10:00.000Z')
/** What the server dates now is dated so. What lies hours away is of the demo or of a sample, and stays. */
const NEAR_MS = 2 * 3_600_000
/** A text of a time says a day of Moscow, which may have ended since. */
const HALF_DAY_MS = 12 * 3_600_000
const MOSCOW_HOURS = 3
/** To make a picture takes less than half of it. */
const STEP_MS = 10 * 60_000

const NEWS: NewsItem[] = ['Информация', 'Обновления', 'База данных', 'Безопасность', 'Обслуживание'].map(
  (category, id) => ({
    id,
    category,
    title: 'Один запрос — все прочтения строки',
    date: new Date(NOW - id * 3 * 86_400_000).toISOString(),
    summary: 'Имя, телефон, почта, ИНН, СНИЛС, паспорт или дата рождения: строка разбирается сама. '.repeat(
      2
    ),
    author: 'Команда «Сверки»',
    is_featured: id === 0
  })
)

/** From now on the page meets one moment, one duration and one name, whenever and for whom it is opened. */
export async function holdStill(page: Page, username: string | undefined): Promise<void> {
  await page.route('**/api/news*', route => route.fulfill({ json: { ok: true, data: NEWS } }))
  const real = Date.now()
  const written = [real, NOW].map(at => moscowTime(new Date(at)).slice(0, 10))
  await page.addInitScript(
    ({ now, real, near, halfDay, moscowAhead, step, username, written: [today, then] }) => {
      const held = (at: number) => now + Math.round((at - real) / step) * step
      const revive = (key: string, value: unknown) => {
        if (/_ms$/.test(key) && typeof value === 'number') return 12
        if (typeof value !== 'string') return value
        if (value === username) return 'demoanalyst'
        if (/^whs_/.test(value)) return 'whs_…1a2b'
        if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) {
          const at = Date.parse(value)
          return Math.abs(at - real) < near ? new Date(held(at)).toISOString() : value
        }
        return value.replace(
          /(\d\d)\.(\d\d)\.(\d{4}) (\d\d):(\d\d)/,
          (text, day, month, year, hour, minute) => {
            const at = Date.UTC(year, month - 1, day, hour - moscowAhead, minute)
            return text.startsWith(today ?? '') || Math.abs(at - real) < halfDay ? `${then} 12:10` : text
          }
        )
      }
      // `page.clock` would stand in for `performance` too, by which a page knows how it was opened.
      Object.assign(window, {
        Date: new Proxy(Date, {
          construct: (date, args, target) => Reflect.construct(date, args.length > 0 ? args : [now], target),
          get: (date, name) => (name === 'now' ? () => now : Reflect.get(date, name))
        })
      })
      Response.prototype.json = async function () {
        return JSON.parse(await this.text(), revive)
      }
    },
    {
      ...{ now: NOW, real, near: NEAR_MS, halfDay: HALF_DAY_MS, moscowAhead: MOSCOW_HOURS },
      ...{ step: STEP_MS, username, written }
    }
  )
}
