import { Page } from '../layout/page.tsx'

export function CreateApplicationPage() {
  return <Page title="Add application">{null}</Page>
}
