import { FigureLink } from '../report-rows.tsx'
import { type Chart, tableOf } from './chart.ts'
import classes from './charts.module.css'

/** Shows a chart's numbers as a table; each number links to its rows. */
export function ChartTable({ chart, label }: { chart: Chart; label: string }) {
  const { headers, rows } = tableOf(chart)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a wide table
    <section className={classes.tableFrame} tabIndex={0} aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            {headers.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key and never move
            <tr key={row}>
              <th scope="row">{name?.text}</th>
              {cells.map((cell, column) => (
                <td key={headers[column + 1]} data-few={cell.few || undefined}>
                  <FigureLink figure={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
