import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createSpellingCollector } from '#api/book/vocabulary/spelling-collector.ts'
import { storeSpellings } from '#api/book/vocabulary/spellings.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'

let desk: FileImports
beforeAll(async () => {
  desk = await openFileImports()
})
afterAll(() => desk.database.close())

async function words(start = ''): Promise<string[]> {
  const rows: { spelling: string }[] = await desk.database.owner`SELECT DISTINCT spelling FROM vocabulary
    WHERE starts_with(spelling, ${start}) ORDER BY 1`
  return rows.map(row => row.spelling)
}

describe('the vocabulary', () => {
  test('is filled by an import with the names of what is stored, each once', async () => {
    const file = desk.write(
      'names.csv',
      'id;ФИО;Телефон\n1;Щорсняк Фёкла Наумовна;+7 973 000-00-01\n2;Щорсняк Наум;+7 973 000-00-02\n;Щебенюк Наум;1\n'
    )
    const done = await desk.load('names', file, { passport: KIT_PASSPORT, id: 'id' })
    expect([done.stored, done.rejected]).toEqual([2, 1])
    expect(await words('щ')).toEqual(['щорсняк'])
    expect(await words('фекла')).toEqual(['фекла'])
    await desk.load('names', desk.write('again.csv', 'id;ФИО\n3;Щорсняк Глафира\n'), { id: 'id' })
    expect([await words('щ'), await words('глаф')]).toEqual([['щорсняк'], ['глафира']])
  })

  test('learns nothing from a load that is taken back, and all of it from the next one', async () => {
    const file = desk.write('back.csv', 'id;ФИО\n1;Эфросман Евлампия\n')
    const { owner } = desk.database
    await owner.unsafe(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'not now'; END $$`)
    await owner`CREATE TRIGGER refuse BEFORE UPDATE OF stored ON import_batch EXECUTE FUNCTION refuse()`
    const refused = desk.load('back', file, { passport: KIT_PASSPORT, id: 'id' })
    await expect(refused).rejects.toMatchObject({ cause: { message: 'not now' } })
    expect(await words('эфрос')).toEqual([])
    await owner`DROP TRIGGER refuse ON import_batch`
    await desk.load('back', file, { passport: KIT_PASSPORT, id: 'id' })
    expect(await words('эфрос')).toEqual(['эфросман'])
  })

  test('takes the same new names from two loads at once, each in its own order', async () => {
    const letters = [...'бвгджзклмнпрстфх']
    const names = letters.flatMap(one =>
      letters.flatMap(two => letters.map(end => `ю${one}о${two}а${end}ский`))
    )
    const store = (order: string[]) => {
      const collector = createSpellingCollector()
      collector.collect({
        names: order.map(surname => ({ surname, labelled: true, written: surname })),
        organisationWords: []
      })
      return desk.database.owner.begin(tx => storeSpellings(tx, collector.take()))
    }
    await Promise.all([store(names), store(names.toReversed())])
    expect(await words('ю')).toHaveLength(names.length)
  })

  test('is read without a list of words that wait for their place', async () => {
    const [row] = await desk.database.owner`SELECT reloptions FROM pg_class WHERE relname = 'vocabulary_near'`
    expect(row.reloptions).toEqual(['fastupdate=false'])
  })
})
