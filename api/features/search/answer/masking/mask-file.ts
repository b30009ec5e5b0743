import type { ImportPreview } from '#shared/contracts/imports.ts'
import { createFileMask, maskDigits } from './mask-body.ts'

/** A preview for somebody who may not read passport, INN and SNILS. What an order calls a column uncovers nothing. */
export function maskPreview(preview: ImportPreview): ImportPreview {
  const values = preview.columns.flatMap(({ label, found, kind, examples, doubtful_examples }, at) =>
    [
      ...examples,
      ...doubtful_examples.map(({ value }) => value),
      ...preview.samples.flatMap(sample => sample.values[at] ?? [])
    ].map(value => ({ labels: [label, found], kind, value }))
  )
  const { isHidden, maskText } = createFileMask(values)
  const masked = maskTexts(preview, maskText) as ImportPreview
  const columns = preview.columns.map(({ label, found, kind }) => isHidden({ labels: [label, found], kind }))
  const shown = (value: string, at: number) => (columns[at] ? maskDigits(value) : value)
  return {
    ...masked,
    columns: masked.columns.map((column, at) => ({
      ...column,
      examples: column.examples.map(value => shown(value, at)),
      doubtful_examples: column.doubtful_examples.map(each => ({ ...each, value: shown(each.value, at) }))
    })),
    samples: masked.samples.map(sample => ({ ...sample, values: sample.values.map(shown) }))
  }
}

function maskTexts(value: unknown, maskText: (text: string) => string): unknown {
  if (typeof value === 'string') return maskText(value)
  if (Array.isArray(value)) return value.map(each => maskTexts(each, maskText))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskTexts(each, maskText)]))
}

const LINE_AND_REASON = /^\d+;(?:"(?:[^"]|"")*"|[^";]*);/

/** Rejected rows with all numbers masked: nobody knows the columns of a row that was not read. */
export function maskRejects(file: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array> {
  let rest = ''
  let isWithin = false
  const masked = (line: string): string => {
    const own = isWithin ? '' : (LINE_AND_REASON.exec(line)?.[0] ?? '')
    if ((line.split('"').length - 1) % 2 === 1) isWithin = !isWithin
    return own + maskDigits(line.slice(own.length))
  }
  const byLine = new TransformStream<string, string>({
    transform(text, controller) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) controller.enqueue(`${masked(line)}\n`)
    },
    flush: controller => controller.enqueue(masked(rest))
  })
  return file
    .pipeThrough(new TextDecoderStream('utf-8', { ignoreBOM: true }))
    .pipeThrough(byLine)
    .pipeThrough(new TextEncoderStream())
}
