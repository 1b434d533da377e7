import { Page } from '../layout/page.tsx'

export function PositionPage() {
  return <Page title="Position">{null}</Page>
}
