import { Page } from '../layout/page.tsx'

export function PlansPage() {
  return <Page title="Plans">{null}</Page>
}
