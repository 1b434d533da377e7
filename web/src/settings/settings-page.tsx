import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { LinkButton } from '../ui/link.tsx'
import { Section, Sections } from '../ui/section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { ColleaguesSection } from './colleagues-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { ReasonsSection } from './reasons-section.tsx'
import classes from './settings.module.css'
import { SettingsNav } from './settings-nav.tsx'
import { VoiceSection } from './voice-section.tsx'
import { WorkspaceSection } from './workspace-section.tsx'

interface SettingsPart {
  /** What its address ends with. */
  id: string
  title: string
  content: ReactNode
}

function PipelinesSection() {
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

export function SettingsPage() {
  const mayReadReasons = usePermission('applications:read')
  const mayReadPipelines = usePermission('pipelines:read')
  const mayReadUsers = usePermission('users:read')
  const mayManage = usePermission('workspace:manage')
  const voice = { id: 'voice', title: t`Voice providers`, content: <VoiceSection /> }
  const pipelines = { id: 'pipelines', title: t`Pipelines`, content: <PipelinesSection /> }
  const reasons = { id: 'reasons', title: t`Reasons for closing`, content: <ReasonsSection /> }
  const colleagues = { id: 'colleagues', title: t`Colleagues`, content: <ColleaguesSection /> }
  const parts: SettingsPart[] = [
    { id: 'profile', title: t`Profile`, content: <ProfileSection /> },
    { id: 'password', title: t`Password`, content: <PasswordSection /> },
    { id: 'appearance', title: t`Appearance and language`, content: <AppearanceSection /> },
    { id: 'workspace', title: t`Workspace`, content: <WorkspaceSection /> },
    ...(mayManage ? [voice] : []),
    ...(mayReadPipelines ? [pipelines] : []),
    ...(mayReadReasons ? [reasons] : []),
    ...(mayReadUsers ? [colleagues] : []),
  ]
  return (
    <Page title={t`Settings`}>
      <div className={classes.columns}>
        <SettingsNav sections={parts} />
        <Sections>
          {parts.map(({ id, content }) => (
            <div key={id} id={id} className={classes.part}>
              {content}
            </div>
          ))}
        </Sections>
      </div>
    </Page>
  )
}
