import type { Page, Route } from 'playwright/test'
import { BAD_ANSWER, NO_CONNECTION } from '#shared/texts/connection.ts'
import { PASSWORD } from '#tests/kit/names.ts'
import { button, dialog, inDialog } from './questions.ts'

/** What stands between a page and our server answers for it, or nobody does. */
export const FAULTS = {
  empty: route => route.fulfill({ json: {} }),
  refused: route => route.fulfill({ json: { ok: false, error: 'Сервер занят' } }),
  portal: route => route.fulfill({ contentType: 'text/html', body: '<h1>Log in to the network</h1>' }),
  gateway: route => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  silent: route => route.fulfill({ status: 500, body: '' }),
  cut: route => route.abort()
} satisfies Record<string, (route: Route) => Promise<void>>
export type Fault = keyof typeof FAULTS
export type Texts = Record<Fault, string>

/** Where a page has words of its own for what failed. */
const withStatus = (words: string): Texts => ({
  empty: words,
  refused: 'Сервер занят',
  portal: words,
  gateway: `${words} (HTTP 502)`,
  silent: `${words} (HTTP 500)`,
  cut: NO_CONNECTION
})
export const USUAL = withStatus(BAD_ANSWER)
export const HISTORY: Texts = { ...USUAL, empty: 'Ошибка загрузки истории', cut: 'Ошибка загрузки истории' }
export const SEARCH: Texts = {
  ...withStatus('Произошла ошибка при поиске'),
  cut: `Произошла ошибка при поиске. ${NO_CONNECTION}`
}
/** Of a search that is opened again by its link. */
export const OPENED = withStatus('Произошла ошибка при поиске')
const BAD_TOKENS = 'Ошибка загрузки токенов: неверный формат ответа'
export const TOKENS: Texts = {
  empty: BAD_TOKENS,
  refused: 'Сервер занят',
  portal: BAD_TOKENS,
  gateway: 'Ошибка HTTP: 502',
  silent: 'Ошибка HTTP: 500',
  cut: 'Ошибка сети при загрузке токенов'
}
const INDICES_FAILED = 'Ошибка сети при загрузке индексов'
export const INDICES: Texts = {
  empty: INDICES_FAILED,
  refused: 'Сервер занят',
  portal: INDICES_FAILED,
  gateway: INDICES_FAILED,
  silent: INDICES_FAILED,
  cut: INDICES_FAILED
}

/** What a person presses, and the words of the catalogue for it. */
export const ACTS: {
  what: string
  who: 'visitor' | 'person' | 'admin'
  call: RegExp
  act: (page: Page) => Promise<void>
  texts: Texts
}[] = [
  {
    what: 'login',
    who: 'visitor',
    call: /\/api\/auth\/login$/,
    async act(page) {
      await page.goto('/login')
      await page.getByLabel('Имя пользователя').fill('someone')
      await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
      await button(page, 'Войти').click()
    },
    texts: { ...withStatus('Ошибка авторизации'), empty: 'Login failed' }
  },
  {
    what: 'registration',
    who: 'visitor',
    call: /\/api\/auth\/register$/,
    async act(page) {
      await page.goto('/register')
      await page.getByLabel('Имя пользователя').fill('someone')
      await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
      await page.getByLabel('Подтвердите пароль').fill(PASSWORD)
      await button(page, 'Зарегистрироваться').click()
    },
    texts: { ...withStatus('Ошибка регистрации'), empty: 'Registration failed' }
  },
  {
    what: 'a search',
    who: 'person',
    call: /\/api\/search\/perform$/,
    async act(page) {
      await page.goto('/search')
      await page.getByLabel('Поисковый запрос').fill('Примеров Илья')
      await button(page, 'Найти').click()
    },
    texts: SEARCH
  },
  {
    what: 'a payment',
    who: 'person',
    call: /\/api\/payment\/create$/,
    async act(page) {
      await page.goto('/payment')
      await button(page, /^Создать/).click()
    },
    texts: withStatus('Ошибка создания платежа')
  },
  {
    what: 'a token',
    who: 'person',
    call: /\/api\/generate_token$/,
    async act(page) {
      await page.goto('/apidocs')
      await button(page, /^Создать токен/).click()
    },
    texts: {
      ...TOKENS,
      empty: 'Ошибка создания токена',
      portal: 'Ошибка создания токена',
      cut: 'Ошибка создания токена'
    }
  },
  {
    what: 'another password',
    who: 'person',
    call: /\/api\/profile\/change-password$/,
    async act(page) {
      await page.goto('/profile')
      await page.getByLabel('Текущий пароль').fill(PASSWORD)
      await page.getByLabel('Новый пароль', { exact: true }).fill('another horse 43')
      await page.getByLabel('Подтвердите новый пароль').fill('another horse 43')
      await button(page, 'Изменить пароль').click()
    },
    texts: withStatus('Не удалось изменить пароль')
  },
  {
    what: 'an edited user',
    who: 'admin',
    call: /\/users\/\d+\/update$/,
    async act(page) {
      await page.goto('/admin/users')
      await button(page, /^Изменить /)
        .first()
        .click()
      await inDialog(page, 'Сохранить').click()
    },
    texts: withStatus('Ошибка при обновлении пользователя')
  },
  {
    what: 'a password of a user',
    who: 'admin',
    call: /\/users\/\d+\/change_password$/,
    async act(page) {
      await page.goto('/admin/users')
      await button(page, /^Сменить пароль /)
        .first()
        .click()
      await dialog(page).getByLabel('Новый пароль', { exact: true }).fill('another horse 43')
      await inDialog(page, 'Сменить пароль').click()
    },
    texts: withStatus('Ошибка при изменении пароля')
  },
  {
    what: 'a deleted user',
    who: 'admin',
    call: /\/users\/\d+$/,
    async act(page) {
      await page.goto('/admin/users')
      await button(page, /^Удалить /)
        .last()
        .click()
    },
    texts: withStatus('Ошибка при удалении пользователя')
  },
  {
    what: 'a new index',
    who: 'admin',
    call: /\/es_indices$/,
    async act(page) {
      await page.goto('/admin/indices')
      await page.getByLabel('Добавить индекс').fill('demo_registry_88')
      await button(page, 'Добавить').click()
    },
    texts: {
      empty: 'Ошибка добавления индекса',
      refused: 'Сервер занят',
      portal: 'Ошибка добавления индекса',
      gateway: 'Ошибка добавления индекса',
      silent: 'Ошибка добавления индекса',
      cut: 'Ошибка сети'
    }
  }
]
