import { defineConfig } from 'playwright/test'
import { type Browser, findBrowser } from '#tests/kit/browser.ts'
import {
  chainServer,
  checkedServer,
  DATA_FOLDER,
  demoServer,
  ORIGIN,
  started,
  verifierServer
} from './stage.ts'

/** This file is read by the runner and again by each worker: what is found once is handed down. */
const HANDED_DOWN = 'SVERKA_E2E_BROWSER'
process.env[HANDED_DOWN] ??= JSON.stringify(await findBrowser())
const browser = JSON.parse(process.env[HANDED_DOWN]) as Browser

/** What comes late on a busy machine is no failure; what never comes is. */
const PATIENCE_MS = 40_000

/** Its tests follow one another and wait for a chain most of the time: begun last, they would run alone. */
const LONGEST = 'payment.e2e.ts'

const isRunner = process.env.TEST_WORKER_INDEX === undefined

// A worker has no server to start, and must not make their folders.
const demo = isRunner ? demoServer() : null
if (demo) process.env[DATA_FOLDER] = demo.env.DATA_DIR

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: '../../test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 180_000,
  expect: { timeout: PATIENCE_MS },
  reporter: [['list']],
  projects: [{ testMatch: LONGEST }, { testMatch: '*.e2e.ts', testIgnore: [LONGEST, '**/pictures/**'] }],
  use: {
    baseURL: ORIGIN,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    reducedMotion: 'reduce',
    // A trace costs a quarter of the run; `--trace retain-on-failure` records one.
    trace: 'off',
    actionTimeout: PATIENCE_MS,
    launchOptions: {
      executablePath: browser.executablePath,
      args: browser.args,
      env: { ...process.env, ...browser.env } as Record<string, string>
    }
  },
  webServer: demo ? [verifierServer(), chainServer(), demo, checkedServer()].map(started) : []
})
