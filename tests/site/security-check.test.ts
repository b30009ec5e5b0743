import { afterEach, describe, expect, test } from 'bun:test'
import { createSecurityCheck } from '#site/features/session/security-check-store.ts'
import type { Turnstile, TurnstileOptions } from '#site/features/session/turnstile.ts'
import { json, openPage, type Page } from './page.ts'

let page: Page
afterEach(() => page.close())

interface Drawn {
  options: TurnstileOptions
  resets: number
  removed: number
}

/** The provider's script, whose callbacks the test calls. */
function provider(width = 400) {
  const drawn: Drawn[] = []
  const turnstile: Turnstile = {
    render: (_, options) => {
      drawn.push({ options, resets: 0, removed: 0 })
      return 'widget'
    },
    reset: () =>
      void drawn.forEach(one => {
        one.resets++
      }),
    remove: () =>
      void drawn.forEach(one => {
        one.removed++
      })
  }
  return { drawn, load: async () => turnstile, container: { clientWidth: width } as HTMLElement }
}

const answers = (exempt: boolean, enabled: boolean, siteKey: string | null) => ({
  'GET /api/auth/check-ip-exempt': json({ exempt, ip: null }),
  'GET /api/auth/turnstile-config': json({ enabled, siteKey })
})

function check(load: () => Promise<Turnstile>) {
  let errors = 0
  let recoveries = 0
  const store = createSecurityCheck({
    action: 'login',
    load,
    onError: () => errors++,
    onRecovered: () => recoveries++
  })
  return { ...store, errors: () => errors, recoveries: () => recoveries }
}

const started = async (store: ReturnType<typeof check>) => {
  const stop = store.start()
  while (store.$check.get().step === 'loading') await Bun.sleep(10)
  return stop
}

describe('a waived check', () => {
  test.each([
    ['an exempt address', true, true, '0xREAL'],
    ['a check that is off', false, false, '0xREAL'],
    ['no site key', false, true, null],
    ['a key that always passes', false, true, '1x00000000000000000000AA']
  ] as const)('gives the placeholder token for %s', async (_, exempt, enabled, siteKey) => {
    page = openPage(answers(exempt, enabled, siteKey))
    const store = check(provider().load)
    expect(store.$check.get()).toEqual({ step: 'loading' })
    expect(store.$token.get()).toBe('')
    await started(store)
    expect(store.$check.get()).toEqual({ step: 'bypassed' })
    expect(store.$token.get()).toBe('test-token')
  })

  test('keeps its token through a reset', async () => {
    page = openPage(answers(true, true, '0xREAL'))
    const store = check(provider().load)
    await started(store)
    store.reset()
    expect(store.$token.get()).toBe('test-token')
  })
})

describe('a real check', () => {
  const drawn = async (width?: number) => {
    page = openPage(answers(false, true, '0xREAL'))
    const { load, drawn, container } = provider(width)
    const store = check(load)
    const stop = await started(store)
    await store.draw(container)
    return { store, stop, widget: drawn[0] as Drawn, count: () => drawn.length, container }
  }

  test('has no token until the provider gives one', async () => {
    const { store, widget } = await drawn()
    expect(store.$check.get()).toEqual({ step: 'rendered', siteKey: '0xREAL' })
    expect(store.$token.get()).toBe('')
    expect(widget.options).toMatchObject({ sitekey: '0xREAL', action: 'login', size: 'flexible' })
    widget.options.callback('good')
    expect(store.$token.get()).toBe('good')
  })

  test('is drawn small where the card is narrow', async () => {
    expect((await drawn(256)).widget.options.size).toBe('compact')
  })

  test('is drawn once', async () => {
    const { store, container, count } = await drawn()
    await store.draw(container)
    expect(count()).toBe(1)
  })

  test('loses its token when it expires', async () => {
    const { store, widget } = await drawn()
    widget.options.callback('good')
    widget.options['expired-callback']()
    expect(store.$token.get()).toBe('')
  })

  test('loses its token on an error, tells the form, and can recover', async () => {
    const { store, widget } = await drawn()
    widget.options.callback('good')
    widget.options['error-callback']()
    expect(store.$check.get()).toEqual({
      step: 'errored',
      text: 'Ошибка проверки безопасности',
      rendered: true
    })
    expect(store.$token.get()).toBe('')
    expect(store.errors()).toBe(1)
    widget.options.callback('again')
    expect(store.$check.get().step).toBe('rendered')
    expect(store.$token.get()).toBe('again')
    expect(store.recoveries()).toBe(1)
  })

  test('asks for a fresh token when the form resets it', async () => {
    const { store, widget } = await drawn()
    widget.options.callback('good')
    store.reset()
    expect(store.$token.get()).toBe('')
    expect(widget.resets).toBe(1)
  })

  test('is removed when the form goes', async () => {
    const { stop, widget } = await drawn()
    stop()
    expect(widget.removed).toBe(1)
  })
})

describe('a check that cannot begin', () => {
  test('shows the error and still gives the placeholder token', async () => {
    page = openPage({
      ...answers(false, true, '0xREAL'),
      'GET /api/auth/turnstile-config': json({ error: 'сломано' }, 500)
    })
    const store = check(provider().load)
    await started(store)
    expect(store.$check.get()).toEqual({ step: 'errored', text: 'сломано', rendered: false })
    expect(store.$token.get()).toBe('test-token')
  })

  test('says so in its own words where the script cannot be had', async () => {
    page = openPage(answers(false, true, '0xREAL'))
    const store = check(() => Promise.reject(new Error()))
    await started(store)
    await store.draw({ clientWidth: 400 } as HTMLElement)
    expect(store.$check.get()).toEqual({
      step: 'errored',
      text: 'Ошибка инициализации Turnstile',
      rendered: false
    })
    expect(store.$token.get()).toBe('test-token')
  })

  test('asks nothing where it is stopped within its delay', async () => {
    page = openPage(answers(true, true, null))
    check(provider().load).start()()
    await Bun.sleep(150)
    expect(page.calls).toEqual([])
  })
})
