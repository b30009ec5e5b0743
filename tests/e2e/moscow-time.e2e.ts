import { moscowTime } from '#shared/moscow-time.ts'
import { reportHref, searchHref } from '#site/lib/search-links.ts'
import { conclude, peopleOf, performed } from './past-search.ts'
import { expect, test } from './walk.ts'

test.use({ timezoneId: 'Asia/Vladivostok' })

test('a search has one time on every page, that of Moscow, wherever its reader is', async ({
  page,
  person: _person
}) => {
  const answer = await performed(page, 'Иванов')
  const [a] = peopleOf(answer)
  const moscow = (at: string | number) => moscowTime(new Date(at)).split(' ')
  const [day = '', clock = ''] = moscow(answer.searched_at)
  await conclude(page, answer.search_id, { a, verdict: 'same' })

  await page.goto(searchHref(answer.search_id, a))
  await expect(page.getByText(/Последний поиск/)).toContainText(`сегодня в ${clock} по Москве`)
  await expect(page.getByText(/Вывод сохранён/)).toContainText(/\d\d:\d\d \(Москва\)/)
  await page.getByRole('button', { name: 'Что не показано' }).click()
  const [, lastClock] = moscow(Date.parse(answer.searched_at) + 30 * 60_000)
  await expect(page.getByText(/Действует до/)).toContainText(`Действует до ${lastClock} по Москве.`)

  await page.goto('/history')
  await expect(page.getByRole('row', { name: 'Иванов' })).toContainText(`сегодня, ${clock}`)
  await expect(page.getByText('Время московское.')).toBeVisible()

  await page.goto('/dashboard')
  const recent = page.getByRole('region', { name: 'Недавние поиски' })
  await expect(recent).toContainText(`сегодня, ${clock}`)
  await expect(recent).toContainText('время московское')

  await page.goto(reportHref(answer.search_id, [a]))
  await expect(page.getByRole('article')).toContainText(`${day}, ${clock} (Москва)`)
})
