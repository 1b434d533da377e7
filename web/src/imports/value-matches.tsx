import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { listApplicationFacets } from '@muster/contract/application-counts.ts'
import { listCompanies } from '@muster/contract/companies.ts'
import { statusTypeKeys } from '@muster/contract/status-types.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { staffQuery } from '../applications/queries.ts'
import { useCurrentUser } from '../session/session.ts'
import { statusTypeLabels } from '../texts/contract-labels.ts'
import { Section } from '../ui/section.tsx'
import { importFieldLabels } from './import-labels.ts'
import { type Analysis, type ImportSettings, isMapped, type ValueField } from './import-settings.ts'
import {
  type Decision,
  decideValue,
  decisionOf,
  hasDefaultPosition,
  newPositionOf,
  newPositionsByClient,
  type PositionMatch,
  undecidedValues,
} from './import-values.ts'
import classes from './imports.module.css'
import { type Option, usePositionOptions } from './position-options.ts'
import { typeOfNewStatus } from './type-of-new-status.ts'
import { ValueChoice } from './value-choice.tsx'

const fields = ['position', 'status', 'source', 'owner'] as const satisfies ValueField[]

/** A file may name more values than anyone matches by hand. */
const mostShown = 50

function useOptions(): Record<ValueField, Option[]> {
  const position = usePositionOptions()
  const users = useQuery(staffQuery)
  const facets = useQuery(endpointQuery(listApplicationFacets))
  return {
    position,
    status: statusTypeKeys.map((value) => ({ value, label: t(statusTypeLabels[value]) })),
    source: (facets.data?.sources ?? []).map((source) => ({ value: source, label: source })),
    owner: (users.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
  }
}

interface ValueMatchesProps {
  analysis: Analysis
  settings: ImportSettings
  /** Fields with more values than are listed. */
  moreValues: readonly string[]
  /** The values of a column mapped by hand are on their way. */
  isReading: boolean
  onChange: (settings: ImportSettings) => void
}

/** Decides about all given values. */
function decideAll(
  settings: ImportSettings,
  field: ValueField,
  values: Analysis['values'][ValueField],
  decision: (value: PositionMatch) => Decision,
): ImportSettings {
  return values.reduce((next, value) => decideValue(next, field, value.value, decision(value)), settings)
}

function DecideAll({
  field,
  settings,
  values,
  mayCreate,
  onChange,
}: {
  field: ValueField
  settings: ImportSettings
  values: Analysis['values'][ValueField]
  mayCreate: boolean
  onChange: (settings: ImportSettings) => void
}) {
  const count = values.length
  if (count === 0) return null
  const decide = (decision: (value: PositionMatch) => Decision) =>
    onChange(decideAll(settings, field, values, decision))
  return (
    <span className={classes.answers}>
      {field === 'position' && mayCreate && (
        <Button size="compact-sm" onClick={() => decide(newPositionOf)}>
          <Plural value={count} one="Create # position" other="Create # positions" />
        </Button>
      )}
      {field === 'status' && mayCreate && (
        <Button
          size="compact-sm"
          onClick={() => decide(({ value }) => ({ kind: 'status', type: typeOfNewStatus(value) }))}
        >
          <Plural value={count} one="Create # status" other="Create # statuses" />
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={() => decide(() => ({ kind: 'empty' }))}>
        {field === 'status' ? (
          <Trans>Use the first status for the rest</Trans>
        ) : field === 'owner' ? (
          <Trans>Leave the rest unassigned</Trans>
        ) : (
          <Trans>Do not import the rest</Trans>
        )}
      </Button>
    </span>
  )
}

/** One company for several new positions of the same client, and one for those whose rows name no client. */
function CompaniesOfNew({
  analysis,
  settings,
  companyNames,
  onChange,
}: Pick<ValueMatchesProps, 'analysis' | 'settings' | 'onChange'> & { companyNames: readonly string[] }) {
  const isKnown = (name: string) =>
    companyNames.some((one) => one.toLowerCase() === name.trim().toLowerCase())
  // The row of a single new position has a field of its own.
  const groups = newPositionsByClient(analysis, settings).filter(({ values }) => values.length > 1)
  if (groups.length === 0) return null
  return (
    <div className={classes.companies}>
      {groups.slice(0, mostShown).map(({ client, values, companyName }) => (
        <TextInput
          key={client ?? ''}
          label={
            client === null
              ? t`Company for all ${values.length} new positions`
              : t`Company for new positions of “${client}”`
          }
          description={
            companyName.trim() !== '' && !isKnown(companyName)
              ? t`Will be created as a client company`
              : undefined
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          list="import-companies"
          maxLength={200}
          value={companyName}
          onChange={(event) => {
            const entered = event.currentTarget.value
            onChange(
              values.reduce(
                (next, { value, name }) =>
                  decideValue(next, 'position', value, { kind: 'position', companyName: entered, name }),
                settings,
              ),
            )
          }}
        />
      ))}
    </div>
  )
}

/** What the values of position, status, source and owner are taken for, each said once and remembered. */
export function ValueMatches({ analysis, settings, moreValues, isReading, onChange }: ValueMatchesProps) {
  const options = useOptions()
  const { permissions } = useCurrentUser()
  const mayCreate = permissions.includes('positions:write')
  const mayName = permissions.includes('companies:write')
  const mayInvite = permissions.includes('users:manage')
  const companies = useQuery(endpointQuery(listCompanies, { query: { limit: 200, sort: 'name' } }))
  const companyNames = (companies.data?.items ?? []).map(({ name }) => name)
  return (
    <>
      <datalist id="import-companies">
        {companyNames.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {fields.map((field) => {
        if (!isMapped(settings, field)) return null
        const title = t(importFieldLabels[field])
        const values: PositionMatch[] = analysis.values[field]
        if (values.length === 0)
          return isReading ? <Section key={field} title={title} text={t`Loading values`} /> : null
        const unknown = undecidedValues(analysis, settings, field)
        const unknownRows = unknown.reduce((sum, { count }) => sum + count, 0)
        // What nobody knew stands first, and stays there while it is chosen.
        const wasUnknown = values.filter(({ match }) => field !== 'source' && match === null)
        const sorted = [...wasUnknown, ...values.filter((one) => !wasUnknown.includes(one))]
        const isOpen = (value: string) => unknown.some((one) => one.value === value)
        const labelId = `sources-${field}`
        // A status is a type by the meaning of its name, unless somebody chose another.
        const isSuggested = ({ value, match }: PositionMatch) =>
          field === 'status' &&
          match !== null &&
          settings.values?.status?.[value] === match &&
          options.status.find((option) => option.value === match)?.label.toLowerCase() !==
            value.trim().toLowerCase()
        const suggested = values.filter(isSuggested).length
        return (
          <Section
            key={field}
            title={title}
            text={
              unknown.length > 0
                ? t`${plural(unknown.length, { one: '# value to match', other: '# values to match' })} in ${plural(unknownRows, { one: '# row', other: '# rows' })}`
                : suggested > 0
                  ? t`All values are matched, ${plural(suggested, { one: '# by its meaning: check it', other: '# by their meaning: check them' })}. Your choices are saved for the next import.`
                  : t`All values are matched. Your choices are saved for the next import.`
            }
            action={<DecideAll {...{ field, settings, values: unknown, mayCreate, onChange }} />}
          >
            {field === 'source' && (
              <datalist id={labelId}>
                {options.source.map(({ value }) => (
                  <option key={value} value={value} />
                ))}
              </datalist>
            )}
            {field === 'position' && <CompaniesOfNew {...{ analysis, settings, companyNames, onChange }} />}
            <div className={classes.scroll}>
              <table className={classes.table}>
                <thead>
                  <tr>
                    <th scope="col">
                      <Trans>In the file</Trans>
                    </th>
                    <th scope="col">
                      <Trans>Rows</Trans>
                    </th>
                    <th scope="col">
                      <Trans>Import as</Trans>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {sorted.slice(0, mostShown).map(({ value, count, ...parts }) => (
                    <tr key={value} data-unknown={isOpen(value) || undefined}>
                      <td className={classes.name}>{value}</td>
                      <td>{plural(count, { one: '# row', other: '# rows' })}</td>
                      <td className={classes.field}>
                        {field === 'source' ? (
                          <TextInput
                            aria-label={t`Import ${value} as`}
                            list={labelId}
                            maxLength={120}
                            placeholder={t`Leave empty`}
                            value={settings.values?.source?.[value] ?? ''}
                            onChange={({ currentTarget: { value: match } }) =>
                              onChange(
                                decideValue(
                                  settings,
                                  field,
                                  value,
                                  match ? { kind: 'match', match } : { kind: 'empty' },
                                ),
                              )
                            }
                          />
                        ) : (
                          <ValueChoice
                            field={field}
                            value={value}
                            parts={parts}
                            options={options[field]}
                            decision={decisionOf(settings, field, value)}
                            hasDefault={hasDefaultPosition(settings)}
                            mayCreate={mayCreate}
                            companyNames={companyNames}
                            mayName={mayName}
                            mayInvite={mayInvite}
                            onDecide={(decision) => onChange(decideValue(settings, field, value, decision))}
                          />
                        )}
                        {isSuggested({ value, count, ...parts }) && (
                          <span className={classes.caption}>
                            <Trans>Suggested by its meaning</Trans>
                          </span>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {(values.length > mostShown || moreValues.includes(field)) && (
              <span className={classes.caption}>
                {moreValues.includes(field) ? (
                  <Trans>
                    Less common values are not listed. Rows with unknown values are rejected and reported.
                  </Trans>
                ) : (
                  <Plural
                    value={values.length - mostShown}
                    one="# less common value is not listed. Match it with the buttons above."
                    other="# less common values are not listed. Match them with the buttons above."
                  />
                )}
              </span>
            )}
          </Section>
        )
      })}
    </>
  )
}
