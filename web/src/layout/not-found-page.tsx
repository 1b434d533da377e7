import { IconMapOff } from '@tabler/icons-react'
import { LinkButton } from '../ui/link.tsx'
import { EmptyState } from '../ui/state.tsx'
import { Page } from './page.tsx'

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        icon={IconMapOff}
        title="There is no page at this address"
        text="The link may be old or mistyped."
        action={
          <LinkButton to="/dashboard" variant="default">
            Go to the dashboard
          </LinkButton>
        }
      />
    </Page>
  )
}
