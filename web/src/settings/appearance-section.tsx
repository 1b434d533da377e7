import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { LanguageControl } from '../session/language-control.tsx'
import { ColorSchemeControl } from '../theme/color-scheme-control.tsx'
import { DensityControl } from '../theme/density-control.tsx'
import { Section } from '../ui/section.tsx'
import classes from './settings.module.css'

function Choice({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.choice}>
      <span className={classes.choiceLabel} aria-hidden>
        {label}
      </span>
      {children}
    </div>
  )
}

/** Theme and density on this device, and the language on every device. */
export function AppearanceSection() {
  return (
    <Section
      title={t`Appearance and language`}
      text={t`Theme and density apply to this device. Language applies everywhere you sign in.`}
    >
      <div className={classes.form}>
        <Choice label={<Trans>Theme</Trans>}>
          <ColorSchemeControl />
        </Choice>
        <Choice label={<Trans>Density</Trans>}>
          <DensityControl />
        </Choice>
        <Choice label={<Trans>Language</Trans>}>
          <LanguageControl />
        </Choice>
      </div>
    </Section>
  )
}
