import type { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import { adoptKeys, lossesOf, lostKeys } from '#api/db/lost-keys.ts'
import { assertNoOthers } from '#api/db/running-server.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { isConfirmed } from './is-confirmed.ts'
import { withDatabase } from './with-database.ts'

interface Options {
  yes: boolean
  'another-database': boolean
}

const FAILED = 1
const count = (rows: number) => rows.toLocaleString('ru-RU')

/** `bun run keys:renew`. Returns the exit code. */
export async function renewKeys(options: Options): Promise<number | undefined> {
  return await withDatabase(options, ({ owner }, config) => renew(owner, config, options.yes))
}

async function renew(owner: SQL, config: Config, yes: boolean): Promise<number | undefined> {
  await assertNoOthers(owner)
  const lost = await lostKeys(config, owner)
  if (lost.length === 0) {
    console.log('Ключи этой базы на месте: заменять нечего.')
    return undefined
  }
  console.log(`Утрачено: ${lost.join(' и ')}.`)
  const losses = await lossesOf(owner)
  const { suppressions, records, queries } = losses
  if (lost.includes('SUPPRESS_KEY')) {
    if (records > 0)
      throw new OperatorError(
        `Записей с прежним ключом: ${count(records)}. Новый список исключений никого из них не скроет. Уберите партии ` +
          '(bun run import --batches, затем --undo с их номерами), повторите команду и загрузите файлы заново.'
      )
    console.log(
      `Список исключений пропадёт: записей ${count(suppressions)}. Они больше никого не скроют и будут удалены. ` +
        'Внесите людей заново, по их обращениям, и только потом загружайте файлы.'
    )
  }
  if (lost.includes('AUDIT_KEY')) {
    console.log(
      'Одноразовые и резервные коды входа больше не подойдут: войти можно ключом, остальным второй шаг сбрасывает ' +
        'администратор или bun run factor:reset.'
    )
    console.log(
      `Аудит: прежних запросов ${count(queries)}. Они останутся, но найти по ним, кто искал какое значение, больше нельзя.`
    )
  }
  if (!yes && !isConfirmed('Прежних ключей нет ни в одной копии, продолжить с новыми? Да или нет:'))
    return notRenewed()
  await owner.begin(async tx => await adoptKeys(config, lost, losses, tx))
  console.log('Готово: база данных работает с новыми ключами. Сохраните их копию: bun run backup.')
  return undefined
}

function notRenewed(): number {
  console.log('Ничего не изменено. Чтобы продолжить без вопроса: --yes')
  return FAILED
}
