import { Page } from '../layout/page.tsx'

export function NewImportPage() {
  return <Page title="Import applications">{null}</Page>
}
