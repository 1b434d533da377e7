import { Page } from '../layout/page.tsx'

export function PipelinesPage() {
  return <Page title="Pipelines">{null}</Page>
}
