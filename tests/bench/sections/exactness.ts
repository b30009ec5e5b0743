import type { Section } from '#tests/bench/bench.ts'
import { spendInParallel } from '#tests/bench/charging.ts'
import { spendThroughKill } from '#tests/bench/crash.ts'
import { startApp } from '#tests/kit/start-app.ts'

/** P16: no search without a credit and no credit without a search, whatever happens at once. */
export const exactness: Section = {
  ids: ['P16'],
  async run({ row }) {
    const app = await startApp()
    try {
      const { granted, refused, balance, ledger } = await spendInParallel(app, 60, 5)
      row(
        'P16',
        '60 parallel paid searches on 5 credits grant 5',
        `${granted} granted, ${refused} refused, balance ${balance}, ledger ${ledger}`,
        granted === 5 && refused === 55 && balance === 0 && ledger === 0
      )
    } finally {
      await app.stop()
    }
    const { granted, balance, history } = await spendThroughKill(60, 40, 8)
    row(
      'P16',
      'the same through kill -9: what is gone from 40 credits is in the history',
      `${granted} answered, ${history} booked, ${balance} left`,
      balance === 40 - history && history >= granted && granted > 0
    )
  }
}
