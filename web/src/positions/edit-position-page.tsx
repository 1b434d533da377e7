import { Page } from '../layout/page.tsx'

export function EditPositionPage() {
  return <Page title="Edit position">{null}</Page>
}
