import { Page } from '../layout/page.tsx'

export function SettingsPage() {
  return <Page title="Settings">{null}</Page>
}
