import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { YAML } from 'bun'
import { openMetrics } from '#api/metrics/prometheus.ts'
import { readMetrics } from '#tests/kit/read-metrics.ts'
import { ROOT } from './tree.ts'

interface AlertRule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}
interface Panel {
  title: string
  targets: { expr: string }[]
}

const read = (path: string) => readFileSync(join(ROOT, 'deploy', path), 'utf8')
const rules: AlertRule[] = (
  YAML.parse(read('prometheus/alerts.yml')) as { groups: { rules: AlertRule[] }[] }
).groups.flatMap(group => group.rules)
const board = JSON.parse(read('grafana/sverka.json')) as { panels: Panel[] }
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
]

/** What a query names, as Prometheus' own grammar reads it. */
function namesIn(query: string): { metrics: string[]; labels: string[]; errors: string[] } {
  const names = { metrics: [] as string[], labels: [] as string[], errors: [] as string[] }
  parser.parse(query).iterate({
    enter({ name, from, to, type }) {
      const text = query.slice(from, to)
      if (type.isError) names.errors.push(query.slice(Math.max(0, from - 10), to + 10))
      else if (name === 'VectorSelector') names.metrics.push(/^\w+/.exec(text)?.[0] ?? text)
      else if (name === 'LabelName') names.labels.push(text)
    }
  })
  return names
}

async function toldNames(): Promise<Set<string>> {
  const text = await openMetrics().text(async () => ({
    searches: { running: 0, waiting: 0 },
    chargesWaiting: 0,
    deliveriesUnwritten: 0,
    index: null,
    databaseGauges: null
  }))
  return new Set(
    readMetrics(text).flatMap(({ name, type }) =>
      type === 'HISTOGRAM' ? ['bucket', 'sum', 'count'].map(part => `${name}_${part}`) : [name]
    )
  )
}

/** Of Prometheus itself: whether it was answered, and what it adds. */
const OWN_METRICS = ['up']
const LABELS = ['job', 'instance', 'le', 'task', 'door', 'kind', 'outcome', 'state', 'status', 'network']

test('alerts and the board ask for metrics that there are, in queries that Prometheus can read', async () => {
  const names = new Set([...(await toldNames()), ...OWN_METRICS])
  expect(expressions.length).toBeGreaterThan(30)
  for (const expression of expressions) {
    const { metrics, labels, errors } = namesIn(expression)
    expect(errors, expression).toEqual([])
    expect(metrics.length, expression).toBeGreaterThan(0)
    expect(
      metrics.filter(name => !names.has(name)),
      expression
    ).toEqual([])
    expect(
      labels.filter(name => !LABELS.includes(name)),
      expression
    ).toEqual([])
  }
})

test('no metric of the product is asked for by the label of Prometheus that names the process', () => {
  for (const expression of expressions) {
    const own = /sverka_\w+\{[^}]*\bjob\b|by \([^)]*\bjob\b[^)]*\)/.exec(expression)?.[0]
    expect([expression, own]).toEqual([expression, undefined])
  }
})

test('the board shows every metric of the product', async () => {
  const shown = new Set(
    board.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr).metrics))
  )
  const families = [...(await toldNames())].filter(
    name => name.startsWith('sverka_') && !/_(sum|count)$/.test(name)
  )
  expect(families.filter(name => !shown.has(name))).toEqual([])
})

test('the documentation tells of every metric of the product', async () => {
  const page = readFileSync(join(ROOT, 'docs/guides/operation.md'), 'utf8')
  const families = [...(await toldNames())].map(name => name.replace(/_(bucket|sum|count)$/, ''))
  expect(families.filter(name => name.startsWith('sverka_') && !page.includes(`\`${name}\``))).toEqual([])
})

test('what names no metric, or is no query, is caught', () => {
  expect(namesIn('sum(rate(sverka_gone_total[5m]))').metrics).toEqual(['sverka_gone_total'])
  expect(namesIn('sum(rate(sverka_searches_total[5m])').errors).not.toEqual([])
  expect(namesIn('sum by (colour) (sverka_lists{shade="x"})').labels).toEqual(['colour', 'shade'])
})

test('an alert says what is the matter and what to look at, once', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, labels, annotations } of rules) {
    expect(alert).toStartWith('Sverka')
    expect(['page', 'ticket']).toContain(labels.severity)
    expect(annotations.summary).toMatch(/[а-яё]/i)
    expect(annotations.description).toMatch(/[а-яё]/i)
    for (const [document] of annotations.description.matchAll(/docs\/[a-z-]+\.md/g))
      expect(() => readFileSync(join(ROOT, document))).not.toThrow()
  }
})
