import { runLists } from '#api/features/search/lists/service.ts'
import type { List, ListRow, ListRowsAnswer } from '#shared/contracts/lists/lists.ts'
import type { Client, TestAnswer } from './client.ts'
import type { TestApp } from './start-app.ts'
import { until } from './until.ts'

/** A draft of these lines. */
export async function draftOf(client: Client, lines: readonly string[], title = 'Проверка'): Promise<List> {
  const { status, body } = await client.post('/api/lists', { title, lines })
  if (status !== 201) throw new Error(`no list: ${status} ${JSON.stringify(body)}`)
  return body.list
}

export async function listOf(client: Client, id: string): Promise<List> {
  const { status, body } = await client.get(`/api/lists/${id}`)
  if (status !== 200) throw new Error(`no list: ${status} ${JSON.stringify(body)}`)
  return body.list
}

/** All rows of a list, page by page. */
export async function rowsOf(client: Client, id: string, query = ''): Promise<ListRow[]> {
  const rows: ListRow[] = []
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const page: TestAnswer<ListRowsAnswer> = await client.get(
      `/api/lists/${id}/rows?cursor=${cursor}${query}`
    )
    if (page.status !== 200) throw new Error(`no rows: ${page.status} ${JSON.stringify(page.body)}`)
    rows.push(...page.body.rows)
    cursor = page.body.cursor
  }
  return rows
}

/** Runs the lists of an app until one of them stands still. */
export async function runToEnd(
  app: Pick<TestApp, 'context'>,
  client: Client,
  id: string,
  isEnd = (list: List) => list.state !== 'running'
): Promise<List> {
  const stop = runLists(app.context)
  try {
    return await until(() => listOf(client, id), isEnd)
  } finally {
    await stop()
  }
}
