import { quoted } from '#shared/texts/quoted.ts'

/** The sources that did not answer, and that nothing was paid. */
export function failedText(titles: string[]): string {
  const named = titles.map(quoted).join(', ')
  const silent = titles.length === 1 ? `Источник ${named} не ответил` : `Источники ${named} не ответили`
  return `${silent}, запрос не списан. Остальные результаты показаны полностью.`
}
