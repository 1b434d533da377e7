import { Page } from '../layout/page.tsx'

export function AnalyticsPage() {
  return <Page title="Analytics">{null}</Page>
}
