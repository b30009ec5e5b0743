import { join } from 'node:path'
import type { Account } from './account.ts'
import { DatabaseError } from './failure.ts'
import { fitnessOf, installedFolders, MAJOR } from './installed.ts'
import { PACKAGED, packagedFolder } from './packaged.ts'

export interface Binaries {
  initdb: string
  postgres: string
}

/**
 * The newest minor version of the packaged and installed programs, because packages lag behind security releases. A
 * folder may get an older one: «Minor releases never change the internal storage format» (PostgreSQL, Upgrading a
 * Cluster).
 * @param choice `POSTGRES_BIN`: a folder, or `packaged`.
 * @throws DatabaseError without usable programs.
 */
export async function chooseBinaries(
  account: Account | null,
  choice: string | null,
  findInstalled = installedFolders
): Promise<Binaries> {
  if (choice !== null && choice !== PACKAGED) return await chosenBinaries(choice, account)
  const packaged = packagedFolder(account)
  const installed = choice === PACKAGED ? [] : await findInstalled(account)
  // When none works, the packaged one shows why.
  const folder = (await newestOf([packaged, ...installed], account)) ?? packaged
  if (folder !== null) return programsIn(folder)
  throw new DatabaseError(
    `Для этой системы (${process.platform} ${process.arch}) нет встроенной Postgres. ` +
      `Установите Postgres ${MAJOR} или укажите свою базу в DATABASE_URL.`
  )
}

const programsIn = (folder: string): Binaries => ({
  initdb: join(folder, 'initdb'),
  postgres: join(folder, 'postgres')
})

async function chosenBinaries(folder: string, account: Account | null): Promise<Binaries> {
  const fitness = await fitnessOf(folder, account)
  if ('minor' in fitness) return programsIn(folder)
  throw new DatabaseError(
    `POSTGRES_BIN: в папке ${folder} нет Postgres ${MAJOR}, которая здесь запускается: ${fitness.flaw}. ` +
      `Укажите другую папку, ${PACKAGED} или уберите переменную.`
  )
}

async function newestOf(folders: (string | null)[], account: Account | null): Promise<string | null> {
  const minorOf = async (folder: string | null) => {
    const fitness = folder === null ? null : await fitnessOf(folder, account)
    return fitness && 'minor' in fitness ? fitness.minor : -1
  }
  const minors = await Promise.all(folders.map(minorOf))
  const newest = Math.max(...minors)
  return newest < 0 ? null : (folders[minors.indexOf(newest)] ?? null)
}
