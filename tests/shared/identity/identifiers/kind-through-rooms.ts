import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { reasonShape } from '#shared/contracts/match.ts'
import { readingShape } from '#shared/contracts/reading.ts'
import { kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import { formatIdentifier } from '#shared/identity/identifiers/sentences.ts'
import type { HardLinkKind, IdentifierKind } from '#shared/identity/identifiers/table.ts'
import { labelOf } from '#shared/identity/identifiers/words.ts'
import { recordKeys } from '#shared/identity/lookup/keys.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { kindOfHeader } from '#shared/identity/records/headers.ts'
import { subjectValues, suppressedValues } from '#shared/identity/records/subject.ts'
import { valueFault } from '#shared/identity/records/value-fault.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { findStep } from '#tests/shared/identity/lookup/find-step.ts'
import { record } from '#tests/shared/identity/people/clusters.ts'

/** A kind of identifier of people, as it is written. */
interface KindSample {
  kind: IdentifierKind & HardLinkKind
  value: string
  /** The same value, and another of somebody else. */
  forms: readonly string[]
  other: string
  /** What a card says where a line asks for the value, for another, and where the record lacks it. */
  reasons: readonly [same: string, other: string, missing: string]
  link: string
}

const NAME = 'Примеров Илья Андреевич'

/** Everything that the rooms of identity do with a kind, by its row and its reader alone. */
export function describeKind({ kind, value, forms, other, reasons, link }: KindSample): void {
  const labels = kindReaderOf(kind)
    .labels.split(';')
    .map(label => label.trim())
    .filter(label => !label.endsWith('*'))
  const header = labelOf(kind)
  const answer = (line: string, ...rows: Record<string, string>[]) => {
    const plan = planOf(line)
    const records = rows.map((fields, at): MatchedRecord => {
      const matched = record(String(at), `s${at}`, fields)
      return { ...matched, match: matchRecord(matched.attributes, plan) }
    })
    return groupPersons(records, plan)
  }

  const isOfKind = (one: { kind: string; value: string }): boolean => one.kind === kind && one.value === value

  describe(kind, () => {
    test('has one normal form, which is shown and read back', () => {
      for (const form of [...forms, formatIdentifier(kind, value)])
        expect([form, kindReaderOf(kind).normalize(form)]).toEqual([form, value])
    })

    test('is read behind each of its labels, alone and beside a name and a date', () => {
      for (const label of labels)
        for (const form of forms) {
          const [alone] = parseQuery(`${label} ${form}`)
          expect([label, form, String(alone?.kind), alone?.value]).toEqual([label, form, kind, value])
          expect(v.is(readingShape, alone)).toBe(true)
          const [beside] = parseQuery(`${NAME} 14.03.1981 ${label}: ${form}`)
          expect(beside?.parts?.map(part => String(part.kind))).toContain(kind)
        }
      const [upper] = parseQuery(`${labels[0]?.toUpperCase()} № ${forms[0]}`)
      expect([String(upper?.kind), upper?.value]).toEqual([kind, value])
    })

    test('is a label between the parts of a name, before a number of another length, and in a pasted record', () => {
      const [between] = parseQuery(`Петров ${labels[0]} Иван`)
      expect([between?.kind, between?.value]).toEqual(['full_name', 'Петров Иван'])
      const [longer] = parseQuery(`${labels[0]} 500100732259`)
      expect(longer?.kind).toBe('inn_person')
      expect(longer?.note).toContain(`${header}: ${READING_NOTES.otherLength}`)
      const [pasted] = parseQuery(`ФИО: ${NAME}\n${header}: ${forms[0]}\nДата рождения: 14.03.1981`)
      expect(pasted?.parts?.some(isOfKind)).toBe(true)
      const [issued] = parseQuery(
        `${NAME} 14.03.1981 ${labels[0]} ${forms[0]} выдан 12.04.2001 ОВД г. Примерска`
      )
      expect(issued?.parts?.map(part => part.value)).toEqual([NAME, '1981-03-14', value])
    })

    test('is a column by its headers, and a fault of none of its forms', () => {
      for (const name of [...kindReaderOf(kind).headers, header])
        expect([name, String(kindOfHeader(name))]).toEqual([name, kind])
      for (const form of forms) expect([form, valueFault(kind, form)]).toEqual([form, null])
      expect(valueFault(kind, 'нечто')).toBe('unlike')
    })

    test('finds its record in a column and in a text', () => {
      for (const form of forms) {
        const inColumn = { ФИО: NAME, [header]: form }
        const inText = { ФИО: NAME, Заметка: `${labels[0]} ${form}` }
        expect(recordKeys(readAttributes(inColumn, {}))).toContain(`${kind}:${value}`)
        expect(recordKeys(readAttributes(inText, {}))).toContain(`${kind}:${value}`)
        for (const typed of forms)
          for (const fields of [inColumn, inText])
            expect([typed, findStep(`${labels[0]} ${typed}`, fields)?.form]).toEqual([typed, 'identifier'])
      }
    })

    test('finds its record without its label, or before it', () => {
      for (const typed of forms)
        for (const line of [typed, `${typed} ${labels[0]}`, `${NAME} ${typed} (${labels[0]})`]) {
          expect([line, findStep(line, { [header]: value })?.form]).toEqual([line, 'identifier'])
          expect(parseQuery(line).some(reading => [reading, ...(reading.parts ?? [])].some(isOfKind))).toBe(
            true
          )
        }
    })

    test('hides the person of an entry, wherever it stands', () => {
      const listed = new Set(suppressedValues({ kind, value }).map(each => `${each.kind}:${each.value}`))
      for (const form of forms)
        for (const [label, text] of [
          [header, form],
          ['Заметка', `клиент ${form} звонил`]
        ] as const) {
          const own = subjectValues(readAttributes({ ФИО: NAME, [label]: text }, {}))
          expect([form, own.some(each => listed.has(`${each.kind}:${each.value}`))]).toEqual([form, true])
        }
    })

    test('is compared with what a line asks for', () => {
      const [same, another, missing] = reasons
      const line = `${NAME} ${labels[0]} ${forms[0]}`
      for (const [fields, text] of [
        [{ [header]: value }, same],
        [{ [header]: other }, another],
        [{}, missing]
      ] as const) {
        const [person] = answer(line, { ФИО: NAME, ...fields })
        expect(person?.query_reasons.map(reason => reason.text)).toContain(text)
        for (const { record_ids: _, ...reason } of person?.query_reasons ?? [])
          expect(v.is(v.omit(reasonShape, ['record_ids']), reason)).toBe(true)
      }
    })

    test('joins records of one person and is a row of the summary', () => {
      const [person, ...others] = answer(
        NAME,
        { ФИО: NAME, [header]: forms[0] ?? '' },
        { ФИО: 'Примеров И. А.', [header]: forms.at(-1) ?? '' }
      )
      expect([others.length, person?.links.map(({ rule, text }) => [rule, text])]).toEqual([
        0,
        [[kind, link]]
      ])
      const row = person?.summary.find(({ field }) => field === header)
      expect(row?.value).toBe(formatIdentifier(kind, value))
    })
  })
}
