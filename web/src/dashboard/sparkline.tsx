import classes from './dashboard.module.css'

const width = 200
const height = 28

/** Returns the path of a line that leaves nulls open; a value between two of them is a dot. */
export function sparklinePath(values: readonly (number | null)[]): string {
  const most = Math.max(...values.filter((value) => value !== null), 1e-9)
  const step = width / Math.max(values.length - 1, 1)
  const pointOf = (value: number, index: number) =>
    `${(index * step).toFixed(1)} ${(height - 2 - (value / most) * (height - 4)).toFixed(1)}`
  return values
    .map((value, index) => {
      if (value === null) return ''
      if (index > 0 && values[index - 1] !== null) return `L${pointOf(value, index)}`
      const start = `M${pointOf(value, index)}`
      return (values[index + 1] ?? null) === null ? `${start}h0.01` : start
    })
    .join('')
}

/** A sparkline without axes; its numbers are shown beside it. Days without data stay open. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  return (
    <svg
      className={classes.sparkline}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={sparklinePath(values)} />
    </svg>
  )
}
