import { t } from '@lingui/core/macro'
import { Section } from '../ui/section.tsx'
import { OwnActivity } from './user-activity.tsx'

/** What one did oneself. */
export function ActivitySection() {
  return (
    <Section
      title={t`My activity`}
      text={t`What you did: on applications, and your sign-ins, exports and changes to rights.`}
    >
      <OwnActivity />
    </Section>
  )
}
