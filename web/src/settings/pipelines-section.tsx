import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LinkButton } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'

export function PipelinesSection() {
  return (
    <Section
      title={t`Pipelines`}
      text={t`The stages that new positions start from.`}
      action={
        <LinkButton to="/pipelines" variant="default">
          <Trans>Open pipelines</Trans>
        </LinkButton>
      }
    />
  )
}
