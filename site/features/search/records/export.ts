import { hasDetails } from '#shared/identity/detailed.ts'
import { NO_DETAILS } from '#site/features/search/details/load-details.ts'
import { renewAnswer } from '#site/features/search/past-search.ts'
import { $verdicts } from '#site/features/search/people/verdict-store.ts'
import { earlierOf, loadEarlier } from '#site/features/search/person/earlier-store.ts'
import { $answered } from '#site/features/search/search-store.ts'
import { applyView } from '#site/features/search/view.ts'
import { $filtered, $picked, $view } from '#site/features/search/view-store.ts'
import { AskError } from '#site/lib/ask.ts'
import { csvOf } from '#site/lib/export/csv.ts'
import { fileName, saveFile } from '#site/lib/export/save-file.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { reportHref } from '#site/lib/search-links.ts'
import { tell } from '#site/lib/toast-store.ts'
import { answerSheets, notShownTexts, peopleSheet, recordsSheet } from './export-sheets.ts'
import { exportedAnswer } from './export-view.ts'
import { readResults } from './results-view.ts'

const UTF_8 = 'charset=utf-8'
const NDJSON = `application/x-ndjson;${UTF_8}`

/** `records` and `people` are CSV, one row a record or a card. */
export type ExportFormat = 'records' | 'people' | 'xlsx' | 'json' | 'ftm'

/** On paper goes the report: on the marked people, else on those who are shown. */
function printAnswer(): void {
  const picked = $picked.get()
  const filtered = $filtered.get()
  const answered = $answered.get()
  if (!filtered || !answered) return
  const people = filtered.isNarrowed && picked.length === 0 ? filtered.people.map(({ id }) => id) : picked
  location.assign(reportHref(answered.answer.search_id, people))
}

/**
 * Hands the answer of the page to the browser as a file, as it may be shown now, with the user's verdicts; or leads to its
 * report. @throws AskError where it cannot be told what may be shown.
 */
export async function exportAnswer(format: ExportFormat | 'print'): Promise<void> {
  if (format === 'print') return printAnswer()
  const answered = await renewAnswer(true, 'full')
  if (!answered) return
  const { answer } = answered
  if (!hasDetails(answer)) throw new AskError(NO_DETAILS)
  const { sources } = applyView(readResults(answer), $view.get())
  await loadEarlier(answer.search_id)
  const earlier = earlierOf(answer.search_id)
  const exported = exportedAnswer({ ...answered, answer }, sources, $verdicts.get().list, earlier)
  const name = (ending: string, what = 'poisk') => fileName(what, new Date(answer.searched_at), ending)
  if (format === 'json')
    return saveFile(name('json'), `application/json;${UTF_8}`, JSON.stringify(exported, null, 2))
  if (format === 'ftm') {
    const { peopleAsEntities } = await loadCode(() => import('./export-entities.ts'))
    return saveFile(name('ftm.json'), NDJSON, peopleAsEntities(answer, exported))
  }
  if (format === 'xlsx') {
    const { saveWorkbook } = await loadCode(() => import('#site/lib/export/workbook.ts'))
    return saveWorkbook(name('xlsx'), answerSheets(exported))
  }
  const [sheet, what] =
    format === 'people' ? [peopleSheet(exported), 'lyudi'] : [recordsSheet(exported), 'poisk']
  saveFile(name('csv', what), `text/csv;${UTF_8}`, csvOf(sheet))
  // A table has no place for what it lacks.
  const lacking = notShownTexts(exported).map(text => text.replace(/\.?$/, '.'))
  if (lacking.length > 0) tell(lackingText(lacking))
}

const TOLD = 2
const lackingText = (lacking: readonly string[]): string =>
  ['Файл сохранён, но в нём не весь ответ.', ...lacking.slice(0, TOLD)]
    .concat(lacking.length > TOLD ? 'Полный список есть в XLSX, на листе «об ответе».' : [])
    .join(' ')
