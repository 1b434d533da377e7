import { Page } from '../layout/page.tsx'

export function CandidatesPage() {
  return <Page title="Candidates">{null}</Page>
}
