import { Page } from '../layout/page.tsx'

export function CreatePositionPage() {
  return <Page title="Open a position">{null}</Page>
}
