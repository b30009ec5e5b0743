import { isIndexName } from '#shared/rules/index-name.ts'
import { UsageError } from './frame/usage-error.ts'

/** A key that no source can have is a mistake of the command line: nothing is asked for it. */
export function checkSourceKey(key: string): void {
  if (isIndexName(key)) return
  throw new UsageError(
    `Ключ источника «${key}»: строчные латинские буквы, цифры, «_» и «-», начинается с буквы или цифры, до 63 символов`
  )
}
