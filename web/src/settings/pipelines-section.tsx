import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LinkButton } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'

export function PipelinesSection() {
  return (
    <Section
      title={t`Pipelines`}
      text={t`A new position starts with the statuses of a pipeline.`}
      action={
        <LinkButton to="/pipelines" variant="default">
          <Trans>View pipelines</Trans>
        </LinkButton>
      }
    />
  )
}
