import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Tabs } from '@mantine/core'
import { fieldSubjects } from '@muster/contract/field-subjects.ts'
import { IconForms, IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { LinkButton } from '../../ui/link.tsx'
import { Section } from '../../ui/section.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import type { FieldSubject } from '../custom-field.ts'
import { FieldList } from './field-list.tsx'
import { useCountedFields } from './fields-query.ts'
import { readFieldsSearch } from './fields-search.ts'
import { RetiredFields } from './retired-fields.tsx'
import { addLabels, subjectExamples, subjectLabels } from './subject-labels.ts'

const FieldDrawer = lazy(() =>
  import('./field-drawer.tsx').then((module) => ({ default: module.FieldDrawer })),
)

const route = getRouteApi('/settings/fields')

function FieldsOf({ subject }: { subject: FieldSubject }) {
  const search = route.useSearch()
  const { data, error, refetch } = useCountedFields(subject)
  if (!data)
    return error ? (
      <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
    ) : (
      <TableSkeleton rows={6} />
    )
  if (data.items.length === 0)
    return (
      <EmptyState
        icon={IconForms}
        title={t`No fields yet`}
        text={t(subjectExamples[subject])}
        action={
          <LinkButton to="/settings/fields" search={{ ...search, add: true }} variant="default">
            {t(addLabels[subject])}
          </LinkButton>
        }
      />
    )
  return <FieldList subject={subject} fields={data.items} />
}

/** The fields that the workspace adds, by what has them. */
export function FieldsSection() {
  const search = route.useSearch()
  const { subject = 'candidate', add, field } = search
  const navigate = route.useNavigate()
  const { data } = useCountedFields(subject)
  const opened = data?.items.find(({ id }) => id === field)
  const close = (ignoreBlocker = false) =>
    void navigate({
      search: (now) => ({ ...now, add: undefined, field: undefined }),
      replace: true,
      ignoreBlocker,
    })
  return (
    <>
      <Section
        title={t`Custom fields`}
        text={t`A field appears at once in records, forms, lists, filters, imports and exports.`}
        action={
          <LinkButton
            to="/settings/fields"
            search={{ ...search, add: true }}
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
          >
            <Trans>Add field</Trans>
          </LinkButton>
        }
      >
        <Tabs
          value={subject}
          onChange={(value) => void navigate({ search: readFieldsSearch({ subject: value }), replace: true })}
        >
          <Tabs.List>
            {fieldSubjects.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {t(subjectLabels[each])}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={subject} pt="xs">
            <FieldsOf key={subject} subject={subject} />
            <RetiredFields subject={subject} />
          </Tabs.Panel>
        </Tabs>
      </Section>
      <Suspense>
        {(add || opened) && (
          <FieldDrawer
            key={opened?.id ?? `new ${subject}`}
            subject={subject}
            field={opened}
            onClose={() => close()}
            onDone={() => close(true)}
          />
        )}
      </Suspense>
    </>
  )
}
