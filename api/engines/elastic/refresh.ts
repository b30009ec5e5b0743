import type { Client } from '@elastic/elasticsearch'
import type { Load, Report } from '#api/engines/contract.ts'

/** From here on a first load is faster without making what is written findable meanwhile. */
const LARGE_RECORDS = 50_000
/** As a setting of an index: not at all. */
export const DEFERRED = '-1'
/** The server's own default: once a second, and not at all where nobody searches. */
const REFRESH_DEFAULT = null

/** Before a load. Returns what to call at its end: all of it is findable then. */
export async function deferRefresh(
  client: Client,
  indices: readonly string[],
  load: Pick<Load, 'expectedRecords' | 'isProbablyNew' | 'isMove'>,
  report: Report
): Promise<() => Promise<void>> {
  const isLarge = load.isProbablyNew && load.expectedRecords >= LARGE_RECORDS
  const index = [...indices]
  if (isLarge) {
    // What is moved is found where it is until then.
    if (!load.isMove) report('Загруженное станет находиться в конце загрузки')
    await client.indices.putSettings({ index, settings: { refresh_interval: DEFERRED } })
  }
  return async () => {
    if (isLarge) await resumeRefresh(client, index)
    await client.indices.refresh({ index, ignore_unavailable: true })
  }
}

/** Makes what is written findable again by itself; also after a load that was killed. */
export async function resumeRefresh(client: Client, index: string[]): Promise<void> {
  await client.indices.putSettings({
    index,
    settings: { refresh_interval: REFRESH_DEFAULT as unknown as string },
    ignore_unavailable: true,
    allow_no_indices: true
  })
}
