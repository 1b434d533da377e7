import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconMapOff } from '@tabler/icons-react'
import { LinkButton } from '../ui/link.tsx'
import { EmptyState } from '../ui/state.tsx'
import { Page } from './page.tsx'

export function NotFoundPage() {
  return (
    <Page title={t`Page not found`}>
      <EmptyState
        icon={IconMapOff}
        title={t`There is no page at this address`}
        text={t`The link may be old or mistyped.`}
        action={
          <LinkButton to="/dashboard" variant="default">
            <Trans>Go to dashboard</Trans>
          </LinkButton>
        }
      />
    </Page>
  )
}
