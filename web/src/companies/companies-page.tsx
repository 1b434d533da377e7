import { Page } from '../layout/page.tsx'

export function CompaniesPage() {
  return <Page title="Companies">{null}</Page>
}
