import { Page } from '../layout/page.tsx'

export function DashboardPage() {
  return <Page title="Dashboard">{null}</Page>
}
