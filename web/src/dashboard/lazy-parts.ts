import { lazyRouteComponent } from '@tanstack/react-router'
import { withTexts } from '../texts/load-texts.ts'
import type { ReportSearch } from './report-search.ts'

const load = () => withTexts('dashboard', import('./dashboard-parts.tsx'))

/** Not part of the first load. The loader waits for them, so that they appear together with the figures. */
export const Filters = lazyRouteComponent(load, 'Filters')
export const DashboardCards = lazyRouteComponent(load, 'DashboardCards')
export const KpiComparison = lazyRouteComponent(load, 'KpiComparison')
export const Sparkline = lazyRouteComponent(load, 'Sparkline')

/** Loads these parts and their data. Returns whether the setup checklist takes the dashboard's place. */
export async function loadParts(search: ReportSearch): Promise<boolean> {
  const parts = [Filters, DashboardCards, KpiComparison, Sparkline].map((part) => part.preload?.())
  const { greets, loadDay } = await load()
  const [isGreeted] = await Promise.all([greets(), loadDay(search), ...parts])
  return isGreeted
}
