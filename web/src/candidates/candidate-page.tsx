import { Page } from '../layout/page.tsx'

export function CandidatePage() {
  return <Page title="Candidate">{null}</Page>
}
