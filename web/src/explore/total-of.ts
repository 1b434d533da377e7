import type { Explored } from '@muster/contract/explore-charts.ts'

/** Returns how much the first measure counted in the period and in the one before; 0 if there is nothing to show. */
export function totalOf({ measures }: Explored): number {
  const cells = measures[0]?.cells ?? []
  return cells
    .filter(({ row, column }) => row === null && column === null)
    .reduce((sum, { n, previous }) => sum + n + (previous?.n ?? 0), 0)
}
