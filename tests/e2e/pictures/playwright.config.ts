import { defineConfig } from 'playwright/test'
import { type Browser, drawingBrowser } from '#tests/kit/browser.ts'
import { demoServer, ORIGIN, started } from '../stage.ts'

/** This file is read by the runner and again by each worker: what is found once is handed down. */
const HANDED_DOWN = 'SVERKA_DRAWING_BROWSER'
process.env[HANDED_DOWN] ??= JSON.stringify(await drawingBrowser())
const { executablePath, args, env } = JSON.parse(process.env[HANDED_DOWN]) as Browser

const PATIENCE_MS = 40_000
const isRunner = process.env.TEST_WORKER_INDEX === undefined

export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '*.e2e.ts',
  outputDir: '../../../test-results/pictures',
  snapshotPathTemplate: '{testDir}/{arg}{ext}',
  // A missing picture is a failure: who makes one looks at it.
  updateSnapshots: 'none',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 180_000,
  expect: {
    timeout: PATIENCE_MS,
    // Another processor may round by a level, and an edge of a letter otherwise: another hue, or a block that moves, is more.
    toHaveScreenshot: { maxDiffPixelRatio: 0.0005, threshold: 0.01 }
  },
  reporter: [['list']],
  use: {
    baseURL: ORIGIN,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    actionTimeout: PATIENCE_MS,
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath, args, env: { ...process.env, ...env } as Record<string, string> }
  },
  webServer: isRunner ? [demoServer()].map(started) : []
})
