import { Page } from '../layout/page.tsx'

export function ImportsPage() {
  return <Page title="Imports">{null}</Page>
}
