import { IconWallet } from '@tabler/icons-react'
import { Page } from '../layout/page.tsx'
import { LinkButton } from '../ui/link.tsx'
import { EmptyState } from '../ui/state.tsx'

export function AdminPlansPage() {
  return (
    <Page title="Plans on sale">
      <EmptyState
        icon={IconWallet}
        title="This installation sells nothing yet"
        text="No plans are offered to workspaces, so none of them is limited or charged."
        action={
          <LinkButton to="/admin" variant="default">
            Back to the installation
          </LinkButton>
        }
      />
    </Page>
  )
}
