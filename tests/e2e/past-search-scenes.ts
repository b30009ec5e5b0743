import type { Page } from 'playwright/test'
import { compareHref, reportHref, searchHref } from '#site/lib/search-links.ts'
import { compared, conclude, peopleOf, performed, reported } from './past-search.ts'

type Open = (page: Page) => Promise<void>

const NO_SEARCH = 'A'.repeat(22)

const refused = (status: number, code: string, error: string) => (page: Page) =>
  page.route(/\/api\/search\/(.+\/compare\?|perform$)/, route =>
    route.fulfill({ status, json: { ok: false, success: false, code, error } })
  )

/** The pages about one search, in their states. */
export const PAST_SEARCH_STATES: Record<string, Open> = {
  compare: async page => {
    await compared(page)
  },
  'compare-vetoed': async page => {
    const { persons } = await performed(page)
    await compared(
      page,
      persons.findIndex(({ birth_year }) => birth_year === 1996)
    )
    await page.getByRole('heading', { name: /^Разные люди: / }).waitFor()
  },
  'compare-records': async page => {
    const { search_id, persons } = await performed(page)
    const [a, b] = persons[0]?.record_ids ?? []
    await page.goto(compareHref(search_id, a ?? '', b ?? ''))
    await page.getByRole('heading', { name: 'Правила свели эти записи в одну карточку' }).waitFor()
  },
  'compare-ended': async page => {
    const { search_id, persons } = await performed(page)
    await refused(410, 'SEARCH_EXPIRED', 'Продолжить этот поиск уже нельзя. Повторите запрос.')(page)
    await page.goto(compareHref(search_id, persons[0]?.id ?? '', persons[1]?.id ?? ''))
    await page.getByRole('link', { name: 'Подставить в строку поиска' }).waitFor()
  },
  'compare-unknown': async page => {
    await page.goto(compareHref(NO_SEARCH, 'p1', 'p2'))
    await page.getByRole('heading', { name: 'Сравнить не удалось' }).waitFor()
  },
  'compare-failed': async page => {
    const { search_id, persons } = await performed(page)
    await refused(503, 'SEARCH_DOWN', 'Поиск временно недоступен. Запрос не списан.')(page)
    await page.goto(compareHref(search_id, persons[0]?.id ?? '', persons[1]?.id ?? ''))
    await page.getByRole('button', { name: 'Повторить' }).waitFor()
  },
  'search-joined': async page => {
    const answer = await performed(page)
    const [a, , b] = peopleOf(answer)
    await conclude(page, answer.search_id, { a, verdict: 'same' })
    await conclude(page, answer.search_id, { a, b, verdict: 'same' })
    await page.goto(searchHref(answer.search_id))
    await page.getByText('ваш вывод: один человек').first().waitFor()
    await page.getByText('ваш вывод: тот же').waitFor()
  },
  report: async page => {
    await reported(page)
  },
  'report-contents': async page => {
    await reported(page)
    await page.getByRole('button', { name: 'Состав отчёта' }).click()
    await page.getByLabel('Цель проверки').fill('Проверка контрагента, дело 26/114')
    await page.getByText('Доказательства для каждого').click()
  },
  'report-long-words': async page => {
    const { search_id, persons } = await performed(page)
    await conclude(page, search_id, {
      a: persons[0]?.id ?? '',
      verdict: 'same',
      note: `<b>${'щ'.repeat(300)}</b> 👩‍🔬 שלום`
    })
    await page.goto(reportHref(search_id, persons[0] ? [persons[0].id] : []))
    await page.getByText(/щщщ/).waitFor()
  },
  'report-nobody': async page => {
    const { search_id } = await performed(page, 'Небывалов Акакий Ромуальдович')
    await page.goto(reportHref(search_id))
    await page.getByText(/Пустой ответ значит/).waitFor()
  },
  'report-unknown': async page => {
    await page.goto(reportHref(NO_SEARCH))
    await page.getByRole('heading', { name: 'Отчёт не открыть' }).waitFor()
  },
  'history-verdicts': async page => {
    const answer = await performed(page)
    const [a, b] = peopleOf(answer)
    await conclude(page, answer.search_id, { a, verdict: 'same', note: 'ИНН и паспорт сошлись' })
    await conclude(page, answer.search_id, { a, b, verdict: 'other' })
    await page.goto('/history')
    await page.getByRole('button', { name: '2 вывода' }).click()
    await page.getByText('ИНН и паспорт сошлись').waitFor()
  }
}
