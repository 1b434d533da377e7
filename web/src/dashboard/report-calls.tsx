import { lazy, Suspense } from 'react'
import { loadTexts } from '../texts/load-texts.ts'
import type { ReportSearch } from './report-search.ts'

const CallsOfFigure = lazy(async () => {
  const [module] = await Promise.all([import('../analytics/calls-of-figure.tsx'), loadTexts('screens')])
  return { default: module.CallsOfFigure }
})

/** The calls behind a figure, in a drawer over the report; loaded when first asked for. */
export function ReportCalls({ search, onClose }: { search: ReportSearch; onClose: () => void }) {
  if (!search.calls) return null
  return (
    <Suspense fallback={null}>
      <CallsOfFigure calls={search.calls} onClose={onClose} />
    </Suspense>
  )
}
