import * as v from 'valibot'
import {
  NEWS_AUTHOR_MAX_CHARS,
  NEWS_CATEGORY_MAX_CHARS,
  NEWS_SUMMARY_MAX_CHARS,
  NEWS_TITLE_MAX_CHARS
} from '#shared/admin-constants.ts'
import { isDay } from './day.ts'
import { FORM_REFUSALS } from './form-refusals.ts'
import { line, lines } from './line.ts'

const NOT_A_FLAG = 'Важное: да или нет'
const NOT_A_DRAFT = 'Черновик: да или нет'
const NOT_A_MOMENT = 'Дата: время вида 2026-01-31T12:00:00Z'
const EARLIEST = Date.UTC(1970, 0)
const TOO_LATE = Date.UTC(2100, 0)

/** A real calendar day between 1970 and 2100. */
function isMoment(text: string): boolean {
  const time = Date.parse(text)
  return isDay(text.slice(0, 'YYYY-MM-DD'.length)) && time >= EARLIEST && time < TOO_LATE
}

/** Defaults: the administrator as author, now as date. */
export const newsForm = v.object(
  {
    title: v.nullish(line('Заголовок', NEWS_TITLE_MAX_CHARS, 'Заголовок обязателен'), ''),
    category: v.nullish(line('Категория', NEWS_CATEGORY_MAX_CHARS, 'Категория обязательна'), ''),
    summary: v.nullish(lines('Текст', NEWS_SUMMARY_MAX_CHARS, 'Текст обязателен'), ''),
    author: v.nullish(line('Автор', NEWS_AUTHOR_MAX_CHARS), ''),
    is_featured: v.optional(v.boolean(NOT_A_FLAG), false),
    /** For new items only: a draft is published by a call of its own. */
    is_draft: v.optional(v.boolean(NOT_A_DRAFT), false),
    date: v.nullish(
      v.pipe(v.string(NOT_A_MOMENT), v.isoTimestamp(NOT_A_MOMENT), v.check(isMoment, NOT_A_MOMENT))
    )
  },
  FORM_REFUSALS.BAD_INPUT
)
export type NewsForm = v.InferOutput<typeof newsForm>
