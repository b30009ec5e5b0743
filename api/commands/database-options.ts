import { flag } from './frame/declare.ts'

export const DATABASE_OPTIONS = {
  'another-database': flag('открыть и другую базу, чем у работающего сервера')
}

export const WHICH_DATABASE =
  'База данных: DATABASE_URL, без неё встроенная база папки DATA_DIR. Если сервер этой копии проекта работает ' +
  'с другой базой, команда останавливается и называет обе.'
