import { Page } from '../layout/page.tsx'

export function AdminPlansPage() {
  return <Page title="Plans on sale">{null}</Page>
}
