import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { type ImportCase, type ImportCaseChoice, importCases } from '@muster/contract/import-cases.ts'
import type { ImportPolicy } from '@muster/contract/import-fields.ts'
import { formatNumber } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { formatPhone } from '../ui/phone.ts'
import { Section } from '../ui/section.tsx'
import { caseChoiceLabels, importCaseLabels, importPolicyLabels } from './import-labels.ts'
import classes from './imports.module.css'
import type { Preview } from './use-preview.ts'

type Case = Preview['cases'][number]
type Example = Case['examples'][number]

interface PeopleCasesProps {
  cases: Preview['cases']
  /** Where nothing is said, the first choice of a case holds. */
  decided: Partial<Record<ImportCase, ImportCaseChoice>>
  policy: ImportPolicy
  /** The case whose rows are shown below. */
  shown: ImportCase | undefined
  onShow: (kind: ImportCase | undefined) => void
  onDecide: (kind: ImportCase, choice: ImportCaseChoice) => void
}

function Who({ name, email, phone }: { name: string | null; email: string | null; phone: string | null }) {
  return (
    <span className={classes.who}>
      <strong>{name}</strong>
      {email && <span className={classes.caption}>{email}</span>}
      {phone && <span className={classes.caption}>{formatPhone(phone)}</span>}
    </span>
  )
}

function Examples({ examples }: { examples: readonly Example[] }) {
  return (
    <table className={classes.sideBySide}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>In the file</Trans>
          </th>
          <th scope="col">
            <Trans>Match</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {examples.map((example) => (
          <tr key={example.row}>
            <td>
              <Who {...example} />
              <span className={classes.caption}>
                {[
                  t`row ${formatNumber(example.row)}`,
                  example.shared !== null &&
                    example.shared !== example.email &&
                    example.shared !== example.phone &&
                    example.shared,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </td>
            <td>
              <Who {...example.person} />
              <span className={classes.caption}>
                {example.person.row !== null ? (
                  t`row ${formatNumber(example.person.row)}`
                ) : example.person.id ? (
                  <TextLink to="/candidates/$id" params={{ id: example.person.id }} target="_blank">
                    <Trans>Open</Trans>
                  </TextLink>
                ) : null}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What the file says about people that is not decided by itself: for each kind its rows, beside whom they mean. */
export function PeopleCases({ cases, decided, policy, shown, onShow, onDecide }: PeopleCasesProps) {
  return (
    <Section
      title={t`Possible duplicates`}
      text={
        <Trans>
          Candidates with different names are never merged unless you choose it. Setting for existing
          candidates: {t(importPolicyLabels[policy])}.
        </Trans>
      }
    >
      <div className={classes.cases}>
        {cases.map(({ kind, count, examples }) => {
          const title = t(importCaseLabels[kind])
          const rows = plural(count, { one: '# row', other: '# rows' })
          return (
            // biome-ignore lint/a11y/useSemanticElements: one choice and its examples, no fieldset
            <div key={kind} role="group" aria-label={title} className={classes.case}>
              <div className={classes.caseHead}>
                <h3>{title}</h3>
                <Button
                  size="xs"
                  variant="default"
                  aria-pressed={shown === kind}
                  onClick={() => onShow(shown === kind ? undefined : kind)}
                >
                  {shown === kind ? t`Show all rows` : t`Show ${rows}`}
                </Button>
              </div>
              <NativeSelect
                aria-label={t`${title}: action`}
                data={importCases[kind].choices.map((value) => ({
                  value,
                  label: t(caseChoiceLabels(kind, value)),
                }))}
                value={decided[kind] ?? importCases[kind].choices[0]}
                onChange={(event) => onDecide(kind, event.currentTarget.value as ImportCaseChoice)}
              />
              <details className={classes.details} open={importCases[kind].choices[0] === 'leave_out'}>
                <summary>
                  <Trans>Compare side by side</Trans>
                </summary>
                <Examples examples={examples.slice(0, 2)} />
              </details>
            </div>
          )
        })}
      </div>
    </Section>
  )
}
