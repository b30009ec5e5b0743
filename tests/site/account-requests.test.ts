import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { login } from '#site/features/session/login-form.ts'
import { register } from '#site/features/session/registration-form.ts'
import { $session } from '#site/lib/session-store.ts'
import { inTurn, json, openPage, type Page } from './page.ts'
import { USER } from './user.ts'

const CREDENTIALS = { username: 'analyst', password: 'longenough1', turnstile_token: 'test-token' }

let page: Page
beforeEach(() => $session.set({ step: 'loading' }))
afterEach(() => page.close())

describe('login', () => {
  test('is loading until the user is known', async () => {
    page = openPage({ 'POST /api/auth/login': json({ success: true, user: USER }) })
    const done = login(CREDENTIALS)
    expect($session.get()).toEqual({ step: 'loading' })
    await done
    expect($session.get()).toEqual({ step: 'in', user: USER })
  })

  test('clears the user and passes on the words of a refusal', async () => {
    page = openPage({ 'POST /api/auth/login': json({ error: 'Неверное имя пользователя или пароль' }, 401) })
    expect(login(CREDENTIALS)).rejects.toThrow('Неверное имя пользователя или пароль')
    await login(CREDENTIALS).catch(() => undefined)
    expect($session.get()).toEqual({ step: 'out' })
  })

  test('fails with «Login failed» where success or user is missing without a word', async () => {
    page = openPage({ 'POST /api/auth/login': inTurn(json({ success: true }), json({ success: false })) })
    await expect(login(CREDENTIALS)).rejects.toThrow('Login failed')
    await expect(login(CREDENTIALS)).rejects.toThrow('Login failed')
  })

  test('fails with the message of an unsuccessful answer', async () => {
    page = openPage({ 'POST /api/auth/login': json({ success: false, message: 'Закрыто' }) })
    await expect(login(CREDENTIALS)).rejects.toThrow('Закрыто')
  })
})

describe('registration', () => {
  test('signs nobody in', async () => {
    page = openPage({ 'POST /api/auth/register': json({ success: true }) })
    await register(CREDENTIALS)
    expect($session.get()).toEqual({ step: 'loading' })
  })

  test('fails with «Registration failed» without a word', async () => {
    page = openPage({ 'POST /api/auth/register': json({ success: false }) })
    await expect(register(CREDENTIALS)).rejects.toThrow('Registration failed')
  })
})
