import { Page } from '../layout/page.tsx'

export function CompanyPage() {
  return <Page title="Company">{null}</Page>
}
