// @ts-expect-error: it has no types
import parsePrometheus from 'parse-prometheus-text-format'

/** Metrics of one name. */
export interface MetricFamily {
  name: string
  help: string
  type: 'COUNTER' | 'GAUGE' | 'HISTOGRAM'
  /** `count` of a histogram, else `value`. */
  metrics: { value?: string; count?: string; labels?: Record<string, string> }[]
}

/** What a parser of Prometheus' text format makes of a text. */
export const readMetrics = (text: string): MetricFamily[] => parsePrometheus(text)
