import { kindReaderOf, rulesOf } from '#shared/identity/identifiers/kinds.ts'
import { kindOfReading } from '#shared/identity/identifiers/reading-kinds.ts'
import { isIdentifierKind, labelOf } from '#shared/identity/identifiers/words.ts'
import { namesOf } from '#shared/identity/reading/reading.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import type { Cover } from './cover.ts'
import { type Item, itemsOf, keptOf, textsOf } from './items.ts'
import type { LexiconTag } from './lexicon/words.ts'
import { withFormer } from './recognizers/former-surnames.ts'
import type { Line, Span } from './spans.ts'

export interface LineParts {
  values: readonly Span[]
  words: readonly string[]
  besides: readonly Span[]
  /** Words that are not searched, only mentioned. */
  left: readonly string[]
  notes: readonly string[]
  fillers: readonly string[]
  /** Values of omitted fields, searched when there is nothing else. */
  fields: readonly string[]
  wordsAt: readonly (readonly [from: number, to: number])[]
  /** The line without its omitted parts. */
  kept: string
  /** Some words are in none of these. */
  isCut: boolean
}

const UNFILLED = /^[:=–—._-]$/u
const OF_HIM = /^(?:его|ее|её|их|со?)$/iu
/** Mentioned when omitted before a name. */
const SAID = new Set<LexiconTag>(['role', 'kin', 'paper', 'event'])
/** Mentioned wherever a document names somebody. */
const OF_PAPER = new Set<LexiconTag>(['paper', 'event'])
const isOfPersonsPaper = (tag: LexiconTag): boolean =>
  isIdentifierKind(tag) && rulesOf(tag).belongsTo === 'person'
const LITTLE = new Set<LexiconTag>(['preposition', 'conjunction'])
const QUESTIONED = /^(?:телефон|номер|контакт|фио|имя|фамилия|отчество)/u

const isName = ({ span }: Item): boolean =>
  span?.treatment === 'value' && span.readings[0]?.kind === 'full_name'
const isValue = ({ span }: Item): boolean => span?.treatment === 'value'
const tagOf = ({ span }: Item): LexiconTag | undefined =>
  span?.treatment === 'context' ? span.tag : undefined
/** Words allowed between a role and its name. */
const isPassed = (item: Item): boolean =>
  tagOf(item) !== undefined || item.span?.treatment === 'skip' || item.span?.treatment === 'drop'

/** A role before a name is omitted, a lone one is a word. */
export function partsOfCover(line: Line, cover: Cover): LineParts {
  const items = itemsOf(line, cover)
  const values: Span[] = []
  const besides: Span[] = []
  const left: string[] = []
  const notes: string[] = []
  const fillers: string[] = []
  const fields: string[] = []
  const wordItems = new Set<Item>()
  const hasName = items.some(isName)
  const hasValue = items.some(isValue)
  const hasBesides = items.some(({ span }) => span?.treatment === 'besides')
  let isCut = false

  const isApart = (from: number, to: number): boolean => {
    for (let at = from; at < to; at += 1) if (line.tokens[at]?.text === ';') return true
    return false
  }
  let lastLeft = -1
  const leave = (from: number, to: number): void => {
    // «работает с 01.02.2015» and «по 05.06.2023» are one.
    if (lastLeft === from) {
      const before = left.pop() ?? ''
      left.push(`${before} ${line.textOf(from, to)}`)
      lastLeft = to
      return
    }
    lastLeft = to
    left.push(line.textOf(from, to).replace(/^\((.*)\)$/, '$1'))
    isCut = true
  }

  for (let at = 0; at < items.length; at += 1) {
    const item = items[at] as Item
    const { span } = item
    if (!span || span.treatment === 'words') wordItems.add(item)
    else if (span.treatment === 'value') {
      const { former } = span
      values.push(former === undefined ? span : { ...span, readings: withFormer(span.readings, former) })
      if (former === undefined) for (const [from, to] of span.left ?? []) leave(from, to)
    } else if (span.treatment === 'besides') besides.push(span)
    else if (span.treatment === 'drop') {
      isCut = true
      if (span.note === READING_NOTES.rowNumber && !nextIsName(items, at)) wordItems.add(item)
      else if (span.note?.startsWith(READING_NOTES.unsearched)) fillers.push(line.textOf(span.from, span.to))
      else if (span.note !== undefined) notes.push(span.note)
      else if (!takeFormer(span)) {
        leave(span.from, span.to)
        for (const { value } of span.readings) fields.push(value)
      }
    } else if (span.treatment === 'skip') isCut = true
    else at = takeContext(at)
  }

  /** Gives a former surname to the name before it. */
  function takeFormer({ former, from }: Span): boolean {
    const at = values.findLastIndex(({ readings: [first] }) => first?.kind === 'full_name')
    const name = values[at]
    if (former === undefined || !name || isApart(name.to, from)) return false
    values[at] = { ...name, readings: withFormer(name.readings, former) }
    return true
  }

  /** Takes context from an item on; returns the index of the last item taken. */
  function takeContext(first: number): number {
    let end = first
    while (end < items.length && isPassed(items[end] as Item) && items[end]?.span?.treatment === 'context')
      end += 1
    const run = items.slice(first, end)
    let next = end
    while (next < items.length && isPassed(items[next] as Item)) next += 1
    const target = items[items[end]?.span?.treatment === 'drop' && isFiller(items[end]) ? end : next]
    const last = run.at(-1) as Item
    const isBeforeName = target !== undefined && isName(target) && !isApart(last.to, target.from)
    const remarks = run.filter(one => SAID.has(tagOf(one) as LexiconTag))
    const [from, to] = [remarks[0]?.from ?? 0, remarks.at(-1)?.to ?? 0]
    if (isBeforeName && remarks.length > 0 && !mayBeSurname(run, target)) {
      const before = values.findLast(({ readings: [one] }) => one?.kind === 'full_name')
      const isOfOther =
        before !== undefined && remarks.some(one => tagOf(one) === 'kin') && !isApart(before.to, from)
      const isWith = run.some(one => /^со?$/u.test(line.textOf(one.from, one.to)))
      if (isOfOther && isWhole(target, isWith)) {
        isCut = true
        return end - 1
      }
      if (isOfOther) leave(isConjunction(run[0]) ? (run[1]?.from ?? from) : (run[0]?.from ?? from), target.to)
      // «должник: Примеров Илья» is a field.
      else if (line.tokens[to]?.text === ':' && !remarks.some(one => tagOf(one) === 'paper')) isCut = true
      else leave(from, to)
      return isOfOther ? next : end - 1
    }
    const isSurname = isBeforeName && remarks.length > 0 && mayBeSurname(run, target)
    const isMissing = remarks.length > 0 && isUnfilled(remarks.at(-1) as Item)
    if (
      hasName &&
      !isSurname &&
      !isMissing &&
      remarks.some(one => OF_PAPER.has(tagOf(one) as LexiconTag)) &&
      !(target && isNextWord(last, target))
    ) {
      const isOfPaper = (tag: LexiconTag | undefined): boolean =>
        tag !== undefined && (OF_PAPER.has(tag) || LITTLE.has(tag) || isOfPersonsPaper(tag))
      const ofPaper = run.filter(one => isOfPaper(tagOf(one)))
      leave(ofPaper[0]?.from ?? first, ofPaper.at(-1)?.to ?? last.to)
      for (const one of run)
        if (!ofPaper.includes(one) && SAID.has(tagOf(one) as LexiconTag)) wordItems.add(one)
      return end - 1
    }
    if (
      hasName &&
      remarks.some(one => tagOf(one) === 'kin') &&
      run.some(one => OF_HIM.test(line.textOf(one.from, one.to)))
    ) {
      leave(run[0]?.from ?? first, last.to)
      return end - 1
    }
    // «жена: нет»
    const empty = run.findLastIndex(one => tagOf(one) === 'empty')
    for (const [place, one] of run.entries()) {
      if (place <= empty && empty > 0) {
        isCut = true
        continue
      }
      const tag = tagOf(one) as LexiconTag
      if (isUnfilled(one) || isFiller(target)) isCut = true
      else if (SAID.has(tag) || tag === 'empty' || tag === 'state') wordItems.add(one)
      else if (LITTLE.has(tag)) {
        if ((!hasValue && !hasBesides) || isBetweenWords(one)) wordItems.add(one)
        else isCut = true
      } else if (tag === 'title') {
        if ((target !== undefined && isValue(target)) || isBehindName(one)) isCut = true
        else wordItems.add(one)
      } else if (tag === 'question') {
        if (hasValue) isCut = true
        else wordItems.add(one)
      } else if (target !== undefined && isValue(target)) {
        isCut = true
        noteOtherLength(one, target)
      } else if (isBeforeWord(one)) wordItems.add(one)
      else if (hasName) {
        isCut = true
        if (!QUESTIONED.test(line.textOf(one.from, one.to).toLowerCase())) leave(one.from, one.to)
      } else if (line.tokens[one.to]?.text === ':') isCut = true
      else wordItems.add(one)
    }
    return end - 1
  }

  function isConjunction(item: Item | undefined): boolean {
    return item !== undefined && tagOf(item) === 'conjunction'
  }

  function isNextWord(item: Item, next: Item): boolean {
    return next.from === item.to && !next.span
  }

  /** A whole name in the nominative: another person, no context of the first. */
  function isWhole({ span }: Item, isWith: boolean): boolean {
    const [reading] = span?.readings ?? []
    const [name] = reading ? namesOf(reading) : []
    const isDeclined = reading?.note?.includes(READING_NOTES.oblique) ?? false
    return (isWith || !isDeclined) && name?.surname !== undefined && name.given !== undefined
  }

  /** «СНИЛС 9732041740» is searched as another number, and says so. */
  function noteOtherLength(item: Item, { span }: Item): void {
    const tag = tagOf(item) ?? 'text'
    const [reading] = span?.readings ?? []
    const kind = reading ? kindOfReading(reading.kind) : null
    if (!isIdentifierKind(tag) || !span || kind === null || kind === tag) return
    const [first, last] = [line.tokens[span.from], line.tokens[span.to - 1]]
    const written = line.digits.slice(first?.from, last?.to)
    const { run, isWord } = kindReaderOf(tag)
    const isOther = run ? !run.form.test(written.replace(/\D/g, '')) : isWord === true
    if (isOther && /^[\d ()+.-]+$/.test(written)) notes.push(`${labelOf(tag)}: ${READING_NOTES.otherLength}`)
  }

  function isFiller(item: Item | undefined): boolean {
    return item?.span?.treatment === 'drop' && (item.span.note?.startsWith(READING_NOTES.unsearched) ?? false)
  }

  function isUnfilled(item: Item): boolean {
    const { tokens } = line
    let at = item.to
    if (!UNFILLED.test(tokens[at]?.text ?? '')) return false
    while (UNFILLED.test(tokens[at]?.text ?? '')) at += 1
    return (
      at >= tokens.length ||
      tokens[at]?.kind === 'mark' ||
      items.some(one => one.from === at && tagOf(one) === 'empty')
    )
  }

  /** «договор Иван Петрович»: without a preposition the word may be a surname. */
  function mayBeSurname(run: readonly Item[], { span }: Item): boolean {
    const [name] = span?.readings[0] ? namesOf(span.readings[0]) : []
    const tag = tagOf(run[0] as Item)
    const isPlain = line.tokens[run[0]?.to ?? 0]?.text !== ':'
    const isCapital = /^\p{Lu}/u.test(line.textOf(run[0]?.from ?? 0, run[0]?.to ?? 0))
    return (
      run.length === 1 &&
      isPlain &&
      (tag === 'paper' || (tag === 'kin' && isCapital)) &&
      name?.surname === undefined &&
      values.length === 0
    )
  }

  /** «PRIMEROV/ILYA MR» */
  function isBehindName(item: Item): boolean {
    const before = items.slice(0, items.indexOf(item)).findLast(one => tagOf(one) !== 'title')
    return before !== undefined && isName(before)
  }

  /** «Почта России» */
  function isBeforeWord(item: Item): boolean {
    const next = items[items.indexOf(item) + 1]
    return next !== undefined && next.from === item.to && !next.span
  }

  function isBetweenWords(item: Item): boolean {
    const at = items.indexOf(item)
    const isText = (other: Item | undefined): boolean =>
      other !== undefined &&
      (!other.span || other.span.treatment === 'words' || SAID.has(tagOf(other) as LexiconTag))
    return isText(items[at - 1]) && isText(items[at + 1])
  }

  const wordsAt = [...wordItems].filter(({ span }) => !span).map(({ from, to }) => [from, to] as const)
  return {
    values,
    words: textsOf(line, items, wordItems),
    wordsAt,
    besides,
    left,
    notes,
    fillers,
    fields,
    kept: keptOf(line, cover),
    isCut
  }
}

const nextIsName = (items: readonly Item[], at: number): boolean => {
  const next = items.slice(at + 1).find(item => !isPassed(item))
  return next !== undefined && isName(next)
}
