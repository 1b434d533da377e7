import { Page } from '../layout/page.tsx'

export function PositionsPage() {
  return <Page title="Positions">{null}</Page>
}
