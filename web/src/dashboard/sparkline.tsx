import classes from './dashboard.module.css'

const width = 200
const height = 28

/** The course of a figure, without axes; its numbers stand beside it. Gaps are left out of the line. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null)
  const most = Math.max(...known, 1)
  const step = width / Math.max(values.length - 1, 1)
  const points = values.flatMap((value, index) =>
    value === null
      ? []
      : [`${(index * step).toFixed(1)},${(height - 2 - (value / most) * (height - 4)).toFixed(1)}`],
  )
  return (
    <svg
      className={classes.sparkline}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={points.join(' ')} />
    </svg>
  )
}
