import type { ListColumn, ListFile } from '#shared/contracts/lists/lists.ts'
import { $draft, takeFile } from './draft-store.ts'

const USES: Record<ListColumn['use'], string> = {
  line: 'искать',
  label: 'метка строки, не искать',
  none: 'не брать'
}

/** Reads the file anew with another use of a column; only one of them is the label. */
function use(columns: readonly ListColumn[], label: string, wanted: ListColumn['use']): void {
  const { choice } = $draft.get()
  if (!choice) return
  const uses = columns.map(column => ({ ...column, use: column.label === label ? wanted : column.use }))
  const labels = uses.filter(
    column => column.use === 'label' && (wanted !== 'label' || column.label === label)
  )
  void takeFile({
    ...choice,
    columns: uses.filter(column => column.use === 'line').map(column => column.label),
    label: labels[0]?.label ?? ''
  })
}

/** Reads another sheet of the workbook, with its own columns. */
function readSheet(sheet: string): void {
  const { choice } = $draft.get()
  if (choice) void takeFile({ ...choice, columns: null, label: null, sheet })
}

/** What the columns of a file hold, and which of them make the line. */
export const Columns = ({ file, isBusy }: { file: ListFile; isBusy: boolean }) => (
  <section className="stack tight" aria-labelledby="columns">
    <h2 id="columns">Столбцы</h2>
    <p className="small soft">
      Столбцы с данными собираются в одну строку поиска. Метка остаётся при строке, по ней не ищем.
    </p>
    {file.sheet !== null && file.other_sheets.length > 0 && (
      <label className="row tight">
        <span className="small">Лист книги</span>
        <select
          className="input auto"
          value={file.sheet}
          disabled={isBusy}
          onChange={event => readSheet(event.target.value)}
        >
          {[file.sheet, ...file.other_sheets].map(name => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
    )}
    <div className="card flush">
      <table className="table folds columns" aria-labelledby="columns">
        <thead>
          <tr>
            <th scope="col">Столбец</th>
            <th scope="col">Что это</th>
            <th scope="col">Что с ним делать</th>
            <th scope="col">Первые значения</th>
          </tr>
        </thead>
        <tbody>
          {file.columns.map(column => (
            <tr key={column.label} data-off={column.use === 'none' || undefined}>
              <th scope="row">{column.label}</th>
              <td data-l="Что это">{column.kind_title}</td>
              <td className="set" data-l="Что с ним делать">
                <select
                  className="input"
                  aria-label={`Что делать со столбцом «${column.label}»`}
                  value={column.use}
                  disabled={isBusy}
                  onChange={event => use(file.columns, column.label, event.target.value as ListColumn['use'])}
                >
                  {Object.entries(USES).map(([value, title]) => (
                    <option key={value} value={value}>
                      {title}
                    </option>
                  ))}
                </select>
              </td>
              <td className="whole say" data-l="Первые значения">
                {column.examples.join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)
