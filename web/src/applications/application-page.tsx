import { Page } from '../layout/page.tsx'

export function ApplicationPage() {
  return <Page title="Application">{null}</Page>
}
