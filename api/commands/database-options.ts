import { flag } from './frame/declare.ts'

/** Options of every command that opens the database of the configuration. */
export const DATABASE_OPTIONS = {
  'another-database': flag('открыть и другую базу, чем у работающего сервера')
}

/** The paragraph of their help on which database that is. */
export const WHICH_DATABASE =
  'База данных: DATABASE_URL, без неё встроенная база папки DATA_DIR. Если сервер этой копии проекта работает ' +
  'с другой базой, команда останавливается и называет обе.'
