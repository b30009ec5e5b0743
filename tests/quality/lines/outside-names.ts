import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bestName } from '#shared/identity/matching/best-name.ts'
import { compareNames } from '#shared/identity/matching/compare-names.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'

/** Beside the checkout, where it is there; its README names licences and sources. Nothing of it is copied. */
const FOLDER = resolve(import.meta.dir, '../../../../shared/data/names')

export interface OutsideFigure {
  title: string
  /** 0–1; null where the set is not there. */
  value: number | null
  of: number
  misses: readonly string[]
}

const textOf = (file: string): string | null => {
  const path = join(FOLDER, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

const LATIN_SLAVIC = /(?:[oe]v|[oe]ff?|[iy]n|sk[iy]y?|skij|[oe]va|[iy]na|skaya|enko|chuk|y?uk|ich)$/
const CYRILLIC_SLAVIC = /(?:[оеё]в|[иы]н|[сц]кий|[оеё]ва|[иы]на|[сц]кая|енко|[ую]к|ич)$/

/** The score from which two words are taken for one name. */
const SAME_SCORE = 0.7

const surname = (word: string): PersonName => ({ surname: word, written: word, labelled: true })

/** Single words of Wikidata with a Slavic ending in both scripts: the share that the comparison of surnames takes for one. */
function slavicPairs(): OutsideFigure {
  const title = 'Wikidata: славянские слова в двух письмах'
  const text = textOf('wikidata-en-ru.tsv')
  if (text === null) return { title, value: null, of: 0, misses: [] }
  const pairs = text
    .trim()
    .split('\n')
    .map(line => line.split('\t'))
    .map(([latin = '', spaced = '']) => [latin, spaced.replaceAll(' ', '')] as const)
    .filter(([latin, cyrillic]) => LATIN_SLAVIC.test(latin) && CYRILLIC_SLAVIC.test(cyrillic))
  const misses = pairs.filter(
    ([latin, cyrillic]) => compareNames(surname(latin), surname(cyrillic)).score < SAME_SCORE
  )
  return {
    title,
    value: 1 - misses.length / pairs.length,
    of: pairs.length,
    misses: misses.map(([latin, cyrillic]) => `${latin} ${cyrillic}`)
  }
}

/** Fields of one line of a table with commas, in quotes where they hold one. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"')
  )

/** The F1 of the person pairs of nomenklatura's bench; a peer with the same names has 0.747. */
function personBench(): OutsideFigure {
  const title = 'nomenklatura: пары людей, F1'
  const text = textOf('name-bench.csv')
  if (text === null) return { title, value: null, of: 0, misses: [] }
  const pairs = text
    .trim()
    .split('\n')
    .slice(1)
    .map(fieldsOf)
    .filter(([, schema]) => schema === 'Person')
  let [right, wrong, missed] = [0, 0, 0]
  const misses: string[] = []
  for (const [, , one = '', other = '', isMatch] of pairs) {
    const best = bestName(parseName(one), parseName(other))
    const isSame = (best.name?.score ?? 0) >= SAME_SCORE
    if (isSame && isMatch === 'true') right += 1
    else if (isSame) wrong += 1
    else if (isMatch === 'true') missed += 1
    if (isSame !== (isMatch === 'true')) misses.push(`${one} / ${other}`)
  }
  return { title, value: (2 * right) / (2 * right + wrong + missed), of: pairs.length, misses }
}

export const measureOutsideNames = (): readonly OutsideFigure[] => [slavicPairs(), personBench()]
