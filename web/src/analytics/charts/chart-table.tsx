import { FigureLink } from '../report-rows.tsx'
import { type Chart, tableOf } from './chart.ts'
import classes from './charts.module.css'

/** A chart's numbers as a table, each leading to its rows as its bar does. */
export function ChartTable({ chart, label }: { chart: Chart; label: string }) {
  const { heads, rows } = tableOf(chart)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by the keyboard too
    <section className={classes.tableFrame} tabIndex={0} aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and never move
            <tr key={row}>
              <th scope="row">{name?.text}</th>
              {cells.map((cell, column) => (
                <td key={heads[column + 1]}>
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
