import { NO_TOKEN } from './examples.ts'

interface Service {
  origin: string
  token: string
}

const LINE = 'Примеров Илья 14.03.1981'

/** How other programs call, each ready to be run: an agent, a table, a tool for FollowTheMoney. */
export function integrationExamples({
  origin,
  token
}: Service): Record<'agent' | 'table' | 'entities', string> {
  const bearer = `-H 'Authorization: Bearer ${token || NO_TOKEN}'`
  const json = "-H 'Content-Type: application/json'"
  const call = { name: 'search', arguments: { request: LINE } }
  return {
    agent: [
      `curl -s ${origin}/api/mcp ${bearer} \\`,
      `  ${json} -H 'Accept: application/json, text/event-stream' \\`,
      `  -d '${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })}'`
    ].join('\n'),
    table: [
      `curl -s ${origin}/api/reconcile ${bearer} \\`,
      `  -d 'queries={"q0": {"query": "Примеров Илья", "properties": [{"pid": "birth_date", "v": "14.03.1981"}]}}'`
    ].join('\n'),
    entities: [
      `curl -s ${origin}/api/search ${bearer} \\`,
      `  ${json} -d '{"request": "${LINE}", "format": "ftm"}'`
    ].join('\n')
  }
}
