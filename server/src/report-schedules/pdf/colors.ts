/** The tokens of the light theme that a report is drawn with. A test compares them with those of the web app. */
export const colors = {
  ink: '#1b1d1f',
  'ink-2': '#4e5357',
  'ink-3': '#666c71',
  line: '#e7e6e2',
  'line-soft': '#f0efeb',
  bg: '#f7f7f5',
  accent: '#0b6e5f',
  'series-2': '#2563eb',
  'series-3': '#b45309',
  'series-4': '#7c3aed',
  'series-5': '#0e7490',
  'series-6': '#9d174d',
} as const

/** Bars of too few: the accent mixed with paper, as on screen. */
export const paleAccent = '#79b1a8'

/** The colours of lines, which also differ in their marks. */
export const seriesColors = [
  colors.accent,
  colors['series-2'],
  colors['series-3'],
  colors['series-4'],
  colors['series-5'],
  colors['series-6'],
] as const
