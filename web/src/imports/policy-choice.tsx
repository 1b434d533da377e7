import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Radio } from '@mantine/core'
import type { ImportPolicy } from '@muster/contract/import-fields.ts'
import { importPolicyExamples, importPolicyLabels } from './import-labels.ts'
import classes from './imports.module.css'

const policies = Object.keys(importPolicyLabels) as ImportPolicy[]

/** What happens to people who exist, each way with what it would make of one and the same row. */
export function PolicyChoice({
  value,
  onChange,
}: {
  value: ImportPolicy
  onChange: (policy: ImportPolicy) => void
}) {
  return (
    <Radio.Group
      label={t`Existing candidates`}
      description={
        <Trans>
          Example: in your workspace, Ann Lee is in Oslo and has no phone number. In the file, Ann Lee is in
          Bergen and has one.
        </Trans>
      }
      value={value}
      onChange={(next) => onChange(next as ImportPolicy)}
    >
      <div className={classes.policies}>
        {policies.map((policy) => (
          <Radio.Card
            key={policy}
            value={policy}
            className={classes.policy}
            aria-label={t(importPolicyLabels[policy])}
          >
            <Radio.Indicator size="xs" />
            <span>
              <strong>{t(importPolicyLabels[policy])}</strong>
              <span className={classes.caption}>{t(importPolicyExamples[policy])}</span>
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}
