/** The charts of Explore; the table is always below. */
export const chartKinds = ['lines', 'bars', 'heat', 'distribution', 'table'] as const

export type ChartKind = (typeof chartKinds)[number]
