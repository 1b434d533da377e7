import { Page } from '../layout/page.tsx'

export function ApplicationsPage() {
  return <Page title="Applications">{null}</Page>
}
