import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { ColorSchemeControl } from '../theme/color-scheme-control.tsx'
import { LinkButton } from '../ui/link.tsx'
import { Section, Sections } from '../ui/section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { ReasonsSection } from './reasons-section.tsx'
import classes from './settings.module.css'
import { WorkspaceSection } from './workspace-section.tsx'

export function SettingsPage() {
  const mayReadReasons = usePermission('applications:read')
  const mayReadPipelines = usePermission('pipelines:read')
  return (
    <Page title="Settings">
      <Sections>
        <ProfileSection />
        <Section title="Theme" text="On this device.">
          <div className={classes.form}>
            <ColorSchemeControl />
          </div>
        </Section>
        <WorkspaceSection />
        {mayReadPipelines && (
          <Section
            title="Pipelines"
            text="The stages that new positions start from."
            action={
              <LinkButton to="/pipelines" variant="default">
                Open pipelines
              </LinkButton>
            }
          />
        )}
        {mayReadReasons && <ReasonsSection />}
      </Sections>
    </Page>
  )
}
