import type { Page } from 'playwright/test'
import { QUERY_MAX_CODE_POINTS, REGISTERED_REDIRECT_MS } from '#shared/constants.ts'
import { PASSWORD } from '#tests/kit/names.ts'
import { address, fill, search, understood, visible } from './acts.ts'
import { ADMIN_PAGE_STATES } from './admin-page-scenes.ts'
import { ADMIN_PAYMENT_STATES, DENIED_STATES } from './admin-scenes.ts'
import { API_STATES } from './api-scenes.ts'
import { performed } from './past-search.ts'
import { PAST_SEARCH_STATES } from './past-search-scenes.ts'
import { PAYMENT_STATES } from './payment-scenes.ts'
import { SECURITY_STATES, STEP_STATES } from './security-scenes.ts'
import { DEAD_SESSION } from './stage.ts'
import { PERSON_STATES, VISITOR_STATES } from './state-scenes.ts'
import { WORK_STATES } from './work-scenes.ts'

/** A page in a state that a person can meet, from an empty tab to the moment it stands still. */
export interface Scene {
  name: string
  who: 'visitor' | 'person' | 'admin'
  open(page: Page): Promise<void>
}

const HERO = 'Примеров Илья Андреевич'
/** As long as a line may be, with nowhere to break it. */
const LONG_WORD = 'п'.repeat(QUERY_MAX_CODE_POINTS)
/** A call that never comes back: what is shown meanwhile stays. */
const forever = () => new Promise<void>(() => {})

const visitor: Record<string, Scene['open']> = {
  ...VISITOR_STATES,
  ...STEP_STATES,
  landing: async page => {
    await page.goto('/')
    await visible(page, 'Пять записей.')
  },
  'landing-checking': async page => {
    await page.clock.install()
    await page.route('**/api/auth/me', forever)
    await page.context().addCookies([DEAD_SESSION])
    await page.goto('/')
    await visible(page, 'Загрузка...')
  },
  'not-found': async page => {
    await page.goto('/there-is-no-such-page')
    await page.getByRole('main').getByRole('link', { name: 'Войти' }).waitFor()
  },
  login: async page => {
    await page.goto('/login')
    await visible(page, /Проверка безопасности пройдена/)
  },
  'login-refused-fields': async page => {
    await page.goto('/login')
    await fill(page, { 'Имя пользователя': 'abc', Пароль: 'short' }, 'Войти')
    await visible(page, 'Пароль должен содержать минимум 10 символов')
  },
  'login-refused': async page => {
    await page.route('**/api/auth/login', route =>
      route.fulfill({ status: 401, json: { error: 'Неверное имя пользователя или пароль' } })
    )
    await page.goto('/login')
    await fill(page, { 'Имя пользователя': 'someone', Пароль: PASSWORD }, 'Войти')
    await visible(page, 'Неверное имя пользователя или пароль')
  },
  'login-submitting': async page => {
    await page.route('**/api/auth/login', forever)
    await page.goto('/login')
    await fill(page, { 'Имя пользователя': 'someone', Пароль: PASSWORD }, 'Войти')
    await visible(page, 'Вход...')
  },
  'login-check-loading': async page => {
    await page.route('**/api/auth/turnstile-config', forever)
    await page.goto('/login')
    await visible(page, 'Загрузка проверки безопасности...')
  },
  'login-check-failed': async page => {
    await page.route('**/api/auth/turnstile-config', route => route.fulfill({ status: 500, json: {} }))
    await page.goto('/login')
    await visible(page, /HTTP 500|Ошибка инициализации Turnstile/)
  },
  register: async page => {
    await page.goto('/register')
    await visible(page, /Проверка безопасности пройдена/)
  },
  'register-refused-fields': async page => {
    await page.goto('/register')
    const fields = { 'Имя пользователя': 'иван', Пароль: 'onlyletters', 'Подтвердите пароль': 'other' }
    await fill(page, fields, 'Зарегистрироваться')
    await visible(page, 'Пароли не совпадают')
  },
  'register-done': async page => {
    await page.route('**/api/auth/register', route => route.fulfill({ json: { success: true } }))
    // The page would leave after two seconds.
    await page.addInitScript(leavingMs => {
      const { setTimeout } = window
      const patient = (work: (...rest: unknown[]) => void, ms?: number, ...rest: unknown[]) =>
        ms === leavingMs ? 0 : setTimeout(work, ms, ...rest)
      Object.assign(window, { setTimeout: patient })
    }, REGISTERED_REDIRECT_MS)
    await page.goto('/register')
    await fill(
      page,
      { 'Имя пользователя': 'someone', Пароль: PASSWORD, 'Подтвердите пароль': PASSWORD },
      'Зарегистрироваться'
    )
    await visible(page, 'Регистрация прошла успешно!')
  }
}

const person: Record<string, Scene['open']> = {
  ...SECURITY_STATES,
  'not-found-signed-in': async page => {
    await page.goto('/there-is-no-such-page')
    await page.getByRole('main').getByRole('link', { name: 'Поиск людей' }).waitFor()
  },
  'guard-checking': async page => {
    await page.route('**/api/auth/me', forever)
    await page.goto('/dashboard')
    await visible(page, 'Проверка авторизации...')
  },
  dashboard: async page => {
    await page.goto('/dashboard')
    await visible(page, /Автор/)
    await visible(page, HERO)
  },
  'dashboard-loading': async page => {
    for (const path of ['**/api/news*', '**/api/search_history', '**/api/search/examples'])
      await page.route(path, forever)
    await page.goto('/dashboard')
    await visible(page, 'Новости и обновления')
  },
  'dashboard-no-news': async page => {
    await page.route('**/api/news*', route => route.fulfill({ json: { ok: true, data: [] } }))
    await page.goto('/dashboard')
    await visible(page, 'Новостей пока нет')
  },
  'dashboard-failed': async page => {
    await page.route('**/api/news*', route =>
      route.fulfill({ status: 503, json: { error: 'База данных временно недоступна.' } })
    )
    await page.goto('/dashboard')
    await visible(page, 'База данных временно недоступна.')
  },
  'user-menu': async page => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: /Меню пользователя/ }).click()
    await visible(page, 'Выйти')
  },
  'search-first': async page => {
    await page.goto('/search')
    await visible(page, 'Примеры')
  },
  'search-readings': async page => {
    await page.goto('/search')
    await page.getByLabel('Поисковый запрос').fill('0012041756')
    await understood(page)
  },
  'search-refused-long-word': async page => {
    await page.goto(address(LONG_WORD))
    await understood(page)
    await visible(page, 'В запросе нечего искать: слово или число длиннее 64 знаков')
  },
  'search-suggested-long-word': async page => {
    await page.route('**/api/search/perform', async route => {
      const response = await route.fetch({ postData: JSON.stringify({ query: HERO }) })
      await route.fulfill({ response, json: { ...(await response.json()), suggestions: [LONG_WORD] } })
    })
    await search(page, LONG_WORD)
    await visible(page, 'Возможно, вы имели в виду')
  },
  'search-asking-long-word': async page => {
    await page.goto(address(LONG_WORD))
    await page.reload()
    await page.getByRole('button', { name: 'Выполнить поиск' }).waitFor()
  },
  'search-loading': async page => {
    await page.route('**/api/search/perform', forever)
    await page.goto(address(HERO))
    await page.locator('[aria-busy=true]').first().waitFor()
    await understood(page)
  },
  'search-person': page => search(page, HERO),
  'search-phone': page => search(page, '+7 973 204-17-40'),
  'search-organisation': page => search(page, 'ООО ВЕКТОР-7'),
  'search-surname': page => search(page, 'Примеров'),
  'search-apart': async page => {
    await search(page, HERO)
    for (const name of await page.locator('.people h3 button').all()) await name.click()
    await visible(page, /Общее: /)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.getByRole('button', { name: 'Раскрыть все' }).click()
  },
  'search-nothing': async page => {
    await search(page, 'Небывалов Акакий Ромуальдович')
    await visible(page, 'Ничего не найдено')
  },
  'search-mistyped': async page => {
    await search(page, 'Примреов Илья Андреевич')
    await visible(page, 'Возможно, вы имели в виду')
  },
  'search-partial': async page => {
    await page.route('**/api/search/perform', async route => {
      const response = await route.fetch()
      const answer = await response.json()
      await route.fulfill({
        response,
        json: { ...answer, charged: 0, failed_sources: Object.keys(answer.sources_meta).slice(0, 1) }
      })
    })
    await search(page, HERO)
    await visible(page, /запрос не списан/)
  },
  ...PERSON_STATES,
  ...WORK_STATES,
  ...PAST_SEARCH_STATES,
  ...API_STATES,
  ...PAYMENT_STATES,
  ...DENIED_STATES,
  'search-offline': async page => {
    await page.route('**/api/search/perform', route => route.abort())
    await page.goto(address(HERO))
    await visible(page, /Произошла ошибка при поиске/)
  },
  'search-asking': async page => {
    await page.goto('/search')
    const there = new URL(address(HERO), page.url()).href
    await page.route('https://other.example/', route =>
      route.fulfill({ contentType: 'text/html; charset=utf-8', body: `<a href="${there}">дальше</a>` })
    )
    await page.goto('https://other.example/')
    await page.getByRole('link').click()
    await page.getByRole('button', { name: 'Выполнить поиск' }).waitFor()
    await understood(page)
  },
  'history-empty': async page => {
    await page.route('**/api/search_history', route => route.fulfill({ json: { ok: true, data: [] } }))
    await page.goto('/history')
    await visible(page, 'Поисков пока нет')
  },
  'history-loading': async page => {
    await page.route('**/api/search_history', forever)
    await page.goto('/history')
    await page.locator('[aria-busy=true]').first().waitFor()
  },
  'history-failed': async page => {
    await page.route('**/api/search_history', route => route.fulfill({ status: 500, json: {} }))
    await page.goto('/history')
    await visible(page, 'Ошибка загрузки истории')
  },
  history: async page => {
    for (const line of [HERO, '0012041756']) await performed(page, line)
    await page.goto('/history')
    await visible(page, HERO)
  },
  'history-filtered-away': async page => {
    await performed(page, HERO)
    await page.goto('/history')
    await page.getByLabel('Фильтр по запросу').fill('нет такого')
    await visible(page, 'Ничего не подходит под фильтр')
  },
  'history-clear': async page => {
    await performed(page, HERO)
    await page.goto('/history')
    await page.getByRole('button', { name: 'Очистить историю' }).click()
    await page.getByRole('dialog').waitFor()
  }
}

const admin: Record<string, Scene['open']> = {
  ...ADMIN_PAYMENT_STATES,
  ...ADMIN_PAGE_STATES,
  'profile-admin': async page => {
    await page.goto('/profile')
    await visible(page, 'Telegram Chat ID')
  }
}

/** Every page and state, by who meets it. */
export const SCENES: Scene[] = Object.entries({ visitor, person, admin }).flatMap(([who, scenes]) =>
  Object.entries(scenes).map(([name, open]) => ({ name, who: who as Scene['who'], open }))
)

export const WIDTHS = [360, 1280] as const
export const THEMES = ['light', 'dark'] as const
export const HEIGHT = 900
