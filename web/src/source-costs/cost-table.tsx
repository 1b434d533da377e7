import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { formatMoney } from '../ui/money.ts'
import { CostField } from './cost-field.tsx'
import { monthName, monthsOf, type SourceCost, sumsOf } from './costs-of-year.ts'
import classes from './source-costs.module.css'

interface CostTableProps {
  year: number
  sources: readonly string[]
  costs: readonly SourceCost[]
  /** Of new amounts. */
  currency: string
}

/** Amounts added up, one under the other by currency. */
function Sums({ costs }: { costs: readonly SourceCost[] }) {
  return sumsOf(costs).map(({ minor, currency }) => (
    <span key={currency} className={classes.sum}>
      {formatMoney(minor, currency)}
    </span>
  ))
}

/** Scrolls a table that is wider than its frame to the current month. */
function showThisMonth(frame: HTMLElement | null) {
  const head = frame?.querySelector<HTMLElement>('th[aria-current]')
  if (frame && head) frame.scrollLeft = head.offsetLeft + head.offsetWidth - frame.clientWidth
}

/** The costs of a year: a line for each source, a column for each month. */
export function CostTable({ year, sources, costs, currency }: CostTableProps) {
  // Why fields were not saved, by source and month.
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const [currentRow, setCurrentRow] = useState(0)
  const errorId = useId()
  const months = monthsOf(year)
  const today = new Date()
  const thisMonth = today.getFullYear() === year ? months[today.getMonth()] : undefined
  function onError(name: string, message: string | null) {
    setProblems((now) => {
      const next = new Map(now)
      if (message) next.set(name, message)
      else next.delete(name)
      return next
    })
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a wide table */}
      <section ref={showThisMonth} className={classes.frame} tabIndex={0} aria-label={t`Costs of ${year}`}>
        <table className={classes.table} data-arrow-keys>
          <thead>
            <tr>
              <th scope="col" className={classes.source}>
                <Trans>Source</Trans>
              </th>
              {months.map((month) => (
                <th key={month} scope="col" aria-current={month === thisMonth ? 'date' : undefined}>
                  {monthName(month)}
                </th>
              ))}
              <th scope="col">{year}</th>
            </tr>
          </thead>
          <tbody>
            {sources.map((source, row) => {
              const theirs = costs.filter((cost) => cost.source === source)
              return (
                <tr key={source}>
                  <th scope="row" className={classes.source} title={source}>
                    {source}
                  </th>
                  {months.map((month, column) => {
                    const name = `${source}, ${monthName(month, true)}`
                    return (
                      <td key={month}>
                        <CostField
                          name={name}
                          cell={{
                            source,
                            month,
                            currency,
                            cost: theirs.find((cost) => cost.month === month),
                          }}
                          row={row}
                          column={column}
                          isInTabOrder={row === Math.min(currentRow, sources.length - 1)}
                          onFocus={() => setCurrentRow(row)}
                          errorId={problems.has(name) ? `${errorId}-${row}-${column}` : undefined}
                          onError={(message) => onError(name, message)}
                        />
                      </td>
                    )
                  })}
                  <td className={classes.total}>
                    <Sums costs={theirs} />
                  </td>
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" className={classes.source}>
                <Trans>All sources</Trans>
              </th>
              {months.map((month) => (
                <td key={month} className={classes.total}>
                  <Sums costs={costs.filter((cost) => cost.month === month)} />
                </td>
              ))}
              <td className={classes.total}>
                <Sums costs={costs} />
              </td>
            </tr>
          </tfoot>
        </table>
      </section>
      {problems.size > 0 && (
        <ul role="alert" className={classes.problems}>
          {sources.flatMap((source, row) =>
            months.map((month, column) => {
              const name = `${source}, ${monthName(month, true)}`
              const message = problems.get(name)
              return (
                message && (
                  <li key={name} id={`${errorId}-${row}-${column}`}>
                    {name}: {message}
                  </li>
                )
              )
            }),
          )}
        </ul>
      )}
    </>
  )
}
