import type { forecastOutlooks, goalPeriods, goalStates } from './goals.ts'

export const goalPeriodLabels: Record<(typeof goalPeriods)[number], string> = {
  week: /*i18n*/ 'Each week',
  month: /*i18n*/ 'Each month',
  date: /*i18n*/ 'By a date',
}

export const goalStateLabels: Record<(typeof goalStates)[number], string> = {
  reached: /*i18n*/ 'Reached',
  onTrack: /*i18n*/ 'On track',
  behind: /*i18n*/ 'Behind',
  missed: /*i18n*/ 'Missed',
}

export const forecastOutlookLabels: Record<(typeof forecastOutlooks)[number], string> = {
  filled: /*i18n*/ 'All openings filled',
  likely: /*i18n*/ 'Likely to be filled',
  uncertain: /*i18n*/ 'Uncertain',
  unlikely: /*i18n*/ 'Too few candidates',
  unknown: /*i18n*/ 'No history yet',
}
