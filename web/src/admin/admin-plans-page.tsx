import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconWallet } from '@tabler/icons-react'
import { Page } from '../layout/page.tsx'
import { LinkButton } from '../ui/link.tsx'
import { EmptyState } from '../ui/state.tsx'

export function AdminPlansPage() {
  return (
    <Page title={t`Plans on sale`}>
      <EmptyState
        icon={IconWallet}
        title={t`This installation sells nothing yet`}
        text={t`No plans are offered to workspaces, so none of them is limited or charged.`}
        action={
          <LinkButton to="/admin" variant="default">
            <Trans>Back to the installation</Trans>
          </LinkButton>
        }
      />
    </Page>
  )
}
