import type { Context } from '#api/context.ts'

/** Sources whose records somebody took away. None where the store does not tell: that it is down is said elsewhere. */
export const lostNow = async ({ engine }: Pick<Context, 'engine'>): Promise<ReadonlySet<string>> =>
  (await engine.lostSources()) ?? new Set()
