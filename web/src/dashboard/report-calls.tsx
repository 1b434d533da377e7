import { lazy, Suspense } from 'react'
import { withTexts } from '../texts/load-texts.ts'
import type { ReportSearch } from './report-search.ts'

const FigureCalls = lazy(() =>
  withTexts('dashboard', import('../analytics/figure-calls.tsx')).then((module) => ({
    default: module.FigureCalls,
  })),
)

/** The drawer with the calls behind a figure, loaded when first opened. */
export function ReportCalls({ search, onClose }: { search: ReportSearch; onClose: () => void }) {
  if (!search.calls) return null
  return (
    <Suspense fallback={null}>
      <FigureCalls calls={search.calls} onClose={onClose} />
    </Suspense>
  )
}
