import { Page } from '../layout/page.tsx'

export function AgentsPage() {
  return <Page title="Agents and calls">{null}</Page>
}
