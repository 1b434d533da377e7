import { Page } from '../layout/page.tsx'

export function BoardPage() {
  return <Page title="Board">{null}</Page>
}
