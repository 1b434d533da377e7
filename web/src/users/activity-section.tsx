import { t } from '@lingui/core/macro'
import { Section } from '../ui/section.tsx'
import { OwnActivity } from './user-activity.tsx'

/** The user's own activity. */
export function ActivitySection() {
  return (
    <Section
      title={t`My activity`}
      text={t`Your sign-ins, exports, and changes to applications and permissions.`}
    >
      <OwnActivity />
    </Section>
  )
}
